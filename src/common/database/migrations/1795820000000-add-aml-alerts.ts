import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `CREATE TABLE "aml_alert" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "subject_type" character varying(10) NOT NULL, "customer_id" bigint, "account_id" bigint, "source" character varying(20) NOT NULL, "source_id" character varying(100) NOT NULL, "source_version" character varying(40), "public_name" character varying(100) NOT NULL, "score" smallint NOT NULL, "reasons" jsonb NOT NULL, "facts" jsonb NOT NULL, "posting_ids" bigint array NOT NULL, "dedupe_key" character varying(200) NOT NULL, "status" character varying(10) NOT NULL, "case_id" bigint, "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "pk_aml_alert" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE INDEX "ix_aml_alert_created_at" ON "aml_alert"  ("institution_id", "created_at", "id") `,
  `CREATE INDEX "ix_aml_alert_case" ON "aml_alert"  ("institution_id", "case_id") WHERE case_id IS NOT NULL`,
  `CREATE INDEX "ix_aml_alert_source" ON "aml_alert"  ("institution_id", "source", "source_id", "created_at", "id") `,
  `CREATE INDEX "ix_aml_alert_account" ON "aml_alert"  ("institution_id", "account_id", "created_at", "id") WHERE account_id IS NOT NULL`,
  `CREATE INDEX "ix_aml_alert_customer" ON "aml_alert"  ("institution_id", "customer_id", "created_at", "id") `,
  `CREATE INDEX "ix_aml_alert_status" ON "aml_alert"  ("institution_id", "status", "created_at", "id") `,
  `CREATE UNIQUE INDEX "uq_aml_alert_dedupe" ON "aml_alert"  ("institution_id", "dedupe_key") `,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "aml_alert" TO corebank_app`,
  `ALTER TABLE "aml_alert" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "aml_alert" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "aml_alert" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
];

/** Alerts of the AML desk. */
export class AddAmlAlerts1795820000000 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
