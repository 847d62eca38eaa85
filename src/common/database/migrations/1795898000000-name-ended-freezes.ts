import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `ALTER TABLE "account_status_change" ADD "ends_id" bigint`,
  `ALTER TABLE "account_status_change" ADD "ordered_by" character varying(20)`,
];

/**
 * The freeze that a change ended, and who ordered a freeze. Rows of before keep null: which of several freezes they
 * ended is not known.
 */
export class NameEndedFreezes1795898000000 implements MigrationInterface {
  static readonly oldestProgram = '0.2.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
