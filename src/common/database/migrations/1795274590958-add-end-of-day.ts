import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `CREATE TABLE "end_of_day_exception" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "date" date NOT NULL, "step" character varying(40) NOT NULL, "subject" character varying(120) NOT NULL, "message" character varying(500) NOT NULL, "failed_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "resolved_at" TIMESTAMP(3) WITH TIME ZONE, CONSTRAINT "pk_end_of_day_exception" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE INDEX "ix_end_of_day_exception_open" ON "end_of_day_exception"  ("institution_id", "date") WHERE resolved_at IS NULL`,
  `CREATE UNIQUE INDEX "uq_end_of_day_exception" ON "end_of_day_exception"  ("institution_id", "date", "step", "subject") `,
  `CREATE TABLE "end_of_day_run" ("institution_id" bigint NOT NULL, "date" date NOT NULL, "next_date" date NOT NULL, "status" character varying(10) NOT NULL, "started_by" character varying(120) NOT NULL, "job_id" bigint NOT NULL, "rolled_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "finished_at" TIMESTAMP(3) WITH TIME ZONE, "problem" character varying(1000), "closing_totals" jsonb, "proof" jsonb, CONSTRAINT "pk_end_of_day_run" PRIMARY KEY ("institution_id", "date"))`,
  `CREATE TABLE "end_of_day_step" ("institution_id" bigint NOT NULL, "date" date NOT NULL, "step" character varying(40) NOT NULL, "rows_done" integer NOT NULL DEFAULT '0', "started_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "finished_at" TIMESTAMP(3) WITH TIME ZONE, "totals_before" jsonb NOT NULL, "totals_after" jsonb, CONSTRAINT "pk_end_of_day_step" PRIMARY KEY ("institution_id", "date", "step"))`,
  `CREATE TABLE "accounting_period" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "kind" character varying(5) NOT NULL, "period" character varying(7) NOT NULL, "first_day" date NOT NULL, "last_day" date NOT NULL, "status" character varying(20) NOT NULL, "requested_by" character varying(120) NOT NULL, "requested_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "approval_id" bigint, "decided_by" character varying(120), "closed_at" TIMESTAMP(3) WITH TIME ZONE, "retained_earnings_id" bigint, "closing_posting_id" bigint, CONSTRAINT "pk_accounting_period" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE INDEX "ix_accounting_period" ON "accounting_period"  ("institution_id", "last_day", "id") `,
  `CREATE UNIQUE INDEX "uq_accounting_period" ON "accounting_period"  ("institution_id", "kind", "last_day") WHERE status <> 'Declined'`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "end_of_day_exception" TO corebank_app`,
  `ALTER TABLE "end_of_day_exception" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "end_of_day_exception" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "end_of_day_exception" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "end_of_day_run" TO corebank_app`,
  `ALTER TABLE "end_of_day_run" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "end_of_day_run" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "end_of_day_run" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "end_of_day_step" TO corebank_app`,
  `ALTER TABLE "end_of_day_step" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "end_of_day_step" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "end_of_day_step" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "accounting_period" TO corebank_app`,
  `ALTER TABLE "accounting_period" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "accounting_period" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "accounting_period" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
];

/** Add End Of Day. */
export class AddEndOfDay1795274590958 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
