import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `CREATE TABLE "payout" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "kind" character varying(20) NOT NULL, "reference" character varying(100) NOT NULL, "status" character varying(20) NOT NULL, "account_number" character varying(20) NOT NULL, "amount_kobo" bigint NOT NULL, "fee_kobo" bigint NOT NULL, "vat_kobo" bigint NOT NULL, "stamp_duty_kobo" bigint NOT NULL, "provider" character varying(20) NOT NULL, "session_id" character varying(60) NOT NULL, "posting_id" bigint NOT NULL, "reversal_posting_id" bigint, "details" jsonb NOT NULL, "result" jsonb NOT NULL DEFAULT '{}', "response_code" character varying(40), "response_message" character varying(300), "require_reversal" boolean NOT NULL DEFAULT false, "disputed" boolean NOT NULL DEFAULT false, "sends" smallint NOT NULL DEFAULT '0', "queries" integer NOT NULL DEFAULT '0', "not_found_queries" smallint NOT NULL DEFAULT '0', "first_sent_at" TIMESTAMP(3) WITH TIME ZONE, "last_attempt_at" TIMESTAMP(3) WITH TIME ZONE, "next_action_at" TIMESTAMP(3) WITH TIME ZONE, "finished_at" TIMESTAMP(3) WITH TIME ZONE, "job_id" bigint NOT NULL, "created_by" character varying(120) NOT NULL, "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "pk_payout" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE INDEX "ix_payout_open" ON "payout"  ("institution_id", "account_number") WHERE "status" NOT IN ('Processed', 'Reversed')`,
  `CREATE INDEX "ix_payout_status" ON "payout"  ("institution_id", "kind", "status", "created_at", "id") `,
  `CREATE INDEX "ix_payout_account" ON "payout"  ("institution_id", "account_number", "created_at", "id") `,
  `CREATE INDEX "ix_payout_created_at" ON "payout"  ("institution_id", "kind", "created_at", "id") `,
  `CREATE INDEX "ix_payout_posting" ON "payout"  ("institution_id", "posting_id") `,
  `CREATE UNIQUE INDEX "uq_payout_session" ON "payout"  ("institution_id", "session_id") `,
  `CREATE UNIQUE INDEX "uq_payout_reference" ON "payout"  ("institution_id", "kind", "reference") `,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "payout" TO corebank_app`,
  `ALTER TABLE "payout" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "payout" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "payout" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
];

/** Add Payouts. */
export class AddPayouts1795264709471 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
