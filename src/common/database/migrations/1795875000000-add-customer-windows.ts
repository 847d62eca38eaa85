import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `CREATE TABLE "aml_customer_window" ("institution_id" bigint NOT NULL, "customer_id" bigint NOT NULL, "speed" character varying(10) NOT NULL, "since" bigint NOT NULL, "state" bytea NOT NULL, CONSTRAINT "pk_aml_customer_window" PRIMARY KEY ("institution_id", "customer_id", "speed"))`,
  `ALTER TABLE "institution" ADD "customer_windows_since" bigint NOT NULL DEFAULT '0'`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "aml_customer_window" TO corebank_app`,
  `ALTER TABLE "aml_customer_window" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "aml_customer_window" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "aml_customer_window" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
];

/** Add Customer Windows. */
export class AddCustomerWindows1795875000000 implements MigrationInterface {
  static readonly oldestProgram = '0.2.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
