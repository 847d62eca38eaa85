import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `CREATE TABLE "legal_hold" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "customer_id" bigint NOT NULL, "customer_number" character varying(8) NOT NULL, "reference" character varying(100) NOT NULL, "reason" character varying(500) NOT NULL, "until" date, "placed_by" character varying(120) NOT NULL, "placed_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "removed_at" TIMESTAMP(3) WITH TIME ZONE, "removed_by" character varying(120), "removal_reason" character varying(500), CONSTRAINT "pk_legal_hold" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE UNIQUE INDEX "uq_legal_hold_customer" ON "legal_hold"  ("institution_id", "customer_id") WHERE removed_at IS NULL`,
  `CREATE TABLE "retention_run" ("institution_id" bigint NOT NULL, "kind" character varying(30) NOT NULL, "last_run_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "removed" integer NOT NULL, CONSTRAINT "pk_retention_run" PRIMARY KEY ("institution_id", "kind"))`,
  `ALTER TABLE "customer" ADD "erased_at" TIMESTAMP(3) WITH TIME ZONE`,
  `ALTER TABLE "virtual_account" ADD "erased_at" TIMESTAMP(3) WITH TIME ZONE`,
  `CREATE INDEX "ix_virtual_account_closed" ON "virtual_account"  ("institution_id", "id") WHERE date_closed IS NOT NULL AND erased_at IS NULL`,
  `ALTER TABLE "document" ADD "content_erased_at" TIMESTAMP(3) WITH TIME ZONE`,
  `CREATE INDEX "ix_deposit_account_closed" ON "deposit_account"  ("institution_id", "customer_id") WHERE date_closed IS NOT NULL`,
  `CREATE INDEX "ix_aml_hold_open_account" ON "aml_hold"  ("institution_id", "account_number") WHERE status IN ('Held', 'Approved')`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "legal_hold" TO corebank_app`,
  `ALTER TABLE "legal_hold" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "legal_hold" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "legal_hold" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "retention_run" TO corebank_app`,
  `ALTER TABLE "retention_run" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "retention_run" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "retention_run" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `GRANT DELETE ON "loan_review" TO corebank_app`,
];

/** Legal holds and erasure of persons. Reviews of loans hold personal data, so they can be deleted from now on. */
export class AddLegalHolds1795370000000 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
