import type { MigrationInterface, QueryRunner } from 'typeorm';

const TENANT = `institution_id = nullif(current_setting('app.institution_id', true), '')::bigint`;

const STATEMENTS = [
  `ALTER TABLE "import_row" ADD "booked_kobo" bigint`,
  `ALTER TABLE "import_row" ALTER COLUMN "key" TYPE character varying(100)`,
  `CREATE TABLE "brought_number" ("institution_id" bigint NOT NULL, "number" character varying(10) NOT NULL, CONSTRAINT "pk_brought_number" PRIMARY KEY ("institution_id", "number"))`,
  `CREATE TABLE "brought_entry" ("institution_id" bigint NOT NULL, "account_id" bigint NOT NULL, "booked_on" date NOT NULL, "seq" bigint NOT NULL, "value_date" date NOT NULL, "narration" character varying(250) NOT NULL, "debit_kobo" bigint NOT NULL, "credit_kobo" bigint NOT NULL, "balance_kobo" bigint NOT NULL, "reference" character varying(100), CONSTRAINT "pk_brought_entry" PRIMARY KEY ("institution_id", "account_id", "booked_on", "seq"))`,
  // Staged rows come at once: without statistics their comparison takes hours. Only the owner of a table may analyse it.
  // The function looks for the table in the program's schema before any temporary one.
  `CREATE FUNCTION analyse_staged_rows() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS 'BEGIN PERFORM set_config(''search_path'', quote_ident(current_schema()) || '', pg_temp'', true); ANALYZE import_row; END'`,
  `REVOKE EXECUTE ON FUNCTION analyse_staged_rows() FROM PUBLIC`,
  `GRANT EXECUTE ON FUNCTION analyse_staged_rows() TO corebank_app`,
  ...['brought_number', 'brought_entry'].flatMap((table) => [
    `GRANT SELECT, INSERT ON "${table}" TO corebank_app`,
    `ALTER TABLE "${table}" ENABLE ROW LEVEL SECURITY`,
    `ALTER TABLE "${table}" FORCE ROW LEVEL SECURITY`,
    `CREATE POLICY "tenant" ON "${table}" USING (${TENANT}) WITH CHECK (${TENANT})`,
  ]),
];

/** History and account numbers of contracts that come with an import; what a staged ledger line books itself. */
export class AddBroughtOverBooks1795610000000 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
