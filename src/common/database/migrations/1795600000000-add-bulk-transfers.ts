import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `CREATE TABLE "bulk_transfer" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "reference" character varying(100) NOT NULL, "debit_account_number" character varying(20) NOT NULL, "debit_account_id" bigint NOT NULL, "transit_account_id" bigint NOT NULL, "narration" character varying(250) NOT NULL, "row_count" integer NOT NULL, "total_kobo" bigint NOT NULL, "duty_kobo" bigint NOT NULL, "duty_account_id" bigint, "together" boolean NOT NULL, "completed_at" TIMESTAMP(3) WITH TIME ZONE, "returned_kobo" bigint NOT NULL DEFAULT '0', CONSTRAINT "pk_bulk_transfer" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE TABLE "bulk_transfer_row" ("institution_id" bigint NOT NULL, "bulk_transfer_id" bigint NOT NULL, "row_number" bigint NOT NULL, "reference" character varying(100) NOT NULL, "credit_account_number" character varying(20) NOT NULL, "amount_kobo" bigint NOT NULL, "duty_kobo" bigint NOT NULL, "narration" character varying(250) NOT NULL, CONSTRAINT "pk_bulk_transfer_row" PRIMARY KEY ("institution_id", "bulk_transfer_id", "row_number"))`,
  `CREATE TABLE "bulk_transfer_result" ("institution_id" bigint NOT NULL, "bulk_transfer_id" bigint NOT NULL, "row_number" bigint NOT NULL, "posting_id" bigint, "failure_code" character varying(60), "failure_message" character varying(500), CONSTRAINT "pk_bulk_transfer_result" PRIMARY KEY ("institution_id", "bulk_transfer_id", "row_number"))`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "bulk_transfer" TO corebank_app`,
  `ALTER TABLE "bulk_transfer" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "bulk_transfer" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "bulk_transfer" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `GRANT SELECT, INSERT ON "bulk_transfer_row" TO corebank_app`,
  `ALTER TABLE "bulk_transfer_row" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "bulk_transfer_row" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "bulk_transfer_row" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `GRANT SELECT, INSERT ON "bulk_transfer_result" TO corebank_app`,
  `ALTER TABLE "bulk_transfer_result" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "bulk_transfer_result" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "bulk_transfer_result" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
];

/** Files of transfers, their rows and the results of the rows. */
export class AddBulkTransfers1795600000000 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
