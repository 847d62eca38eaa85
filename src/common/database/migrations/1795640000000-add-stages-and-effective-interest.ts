import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `CREATE TABLE "loan_effective_rate" ("institution_id" bigint NOT NULL, "loan_id" bigint NOT NULL, "rate_percent" numeric(18,8) NOT NULL, CONSTRAINT "pk_loan_effective_rate" PRIMARY KEY ("institution_id", "loan_id"))`,
  `CREATE TABLE "loan_effective_plan" ("institution_id" bigint NOT NULL, "month_end" date NOT NULL, "loan_id" bigint NOT NULL, "deferred_kobo" bigint NOT NULL, "principal_kobo" bigint NOT NULL, CONSTRAINT "pk_loan_effective_plan" PRIMARY KEY ("institution_id", "month_end", "loan_id"))`,
  `CREATE TABLE "loan_interest_adjustment" ("institution_id" bigint NOT NULL, "loan_id" bigint NOT NULL, "date" date NOT NULL, "until" date NOT NULL DEFAULT '9999-12-31', "branch_id" bigint NOT NULL, "product_id" bigint NOT NULL, "deferred_kobo" bigint NOT NULL, "stage3_kobo" bigint NOT NULL, CONSTRAINT "pk_loan_interest_adjustment" PRIMARY KEY ("institution_id", "loan_id", "date"))`,
  `CREATE INDEX "ix_loan_interest_adjustment_until" ON "loan_interest_adjustment"  ("institution_id", "until", "date") `,
  `CREATE TABLE "loan_interest_account" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "branch_id" bigint NOT NULL, "product_id" bigint NOT NULL, "kind" character varying(10) NOT NULL, CONSTRAINT "pk_loan_interest_account" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE UNIQUE INDEX "uq_loan_interest_account" ON "loan_interest_account"  ("institution_id", "branch_id", "product_id", "kind") `,
  `CREATE TABLE "loan_stage_mark" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "loan_id" bigint NOT NULL, "stage" smallint NOT NULL, "stage_trigger" character varying(30) NOT NULL, "reason" character varying(500) NOT NULL, "since" date NOT NULL, "until" date, "marked_by" character varying(120) NOT NULL, "approved_by" character varying(120) NOT NULL, "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "pk_loan_stage_mark" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE UNIQUE INDEX "uq_loan_stage_mark" ON "loan_stage_mark"  ("institution_id", "loan_id") WHERE until IS NULL`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "loan_effective_rate" TO corebank_app`,
  `ALTER TABLE "loan_effective_rate" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "loan_effective_rate" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "loan_effective_rate" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "loan_effective_plan" TO corebank_app`,
  `ALTER TABLE "loan_effective_plan" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "loan_effective_plan" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "loan_effective_plan" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "loan_interest_adjustment" TO corebank_app`,
  `ALTER TABLE "loan_interest_adjustment" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "loan_interest_adjustment" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "loan_interest_adjustment" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "loan_interest_account" TO corebank_app`,
  `ALTER TABLE "loan_interest_account" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "loan_interest_account" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "loan_interest_account" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "loan_stage_mark" TO corebank_app`,
  `ALTER TABLE "loan_stage_mark" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "loan_stage_mark" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "loan_stage_mark" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
];

/** Stage marks of loans, their plans by the effective interest method, and the adjustments of their interest. */
export class AddStagesAndEffectiveInterest1795640000000 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
