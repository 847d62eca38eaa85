import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['aml_behind_record', 'aml_behind_state'];

const STATEMENTS = [
  `ALTER TABLE "aml_behind_record" ALTER COLUMN "record" DROP NOT NULL`,
  `ALTER TABLE "aml_behind_record" ADD "packed" bytea`,
  `ALTER TABLE "aml_behind_record" ADD "windows" bytea`,
  `ALTER TABLE "aml_behind_record" ADD CONSTRAINT "ck_aml_behind_record_form" CHECK (num_nonnulls(record, packed) = 1)`,
  // The longest row stays whole in its page: rewriting the parts of a row that is cut costs twice as much.
  `ALTER TABLE "aml_behind_record" SET (toast_tuple_target = 8160)`,
  // A migration sees the rows of all institutions.
  ...TABLES.map((table) => `ALTER TABLE "${table}" NO FORCE ROW LEVEL SECURITY`),
  `UPDATE "aml_behind_record" r SET "windows" = s.windows FROM "aml_behind_state" s
    WHERE r.institution_id = s.institution_id AND r.kind = 'account' AND r.subject = s.account_id::text`,
  ...TABLES.map((table) => `ALTER TABLE "${table}" FORCE ROW LEVEL SECURITY`),
  `DROP TABLE "aml_behind_state"`,
];

/** Puts the record behind an account, and its windows there, into one row. */
export class PackRecordsBehindAccounts1795895000000 implements MigrationInterface {
  static readonly oldestProgram = '0.2.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
