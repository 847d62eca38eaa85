import type { MigrationInterface, QueryRunner } from 'typeorm';

const TENANT = `institution_id = nullif(current_setting('app.institution_id', true), '')::bigint`;

const STATEMENTS = [
  `CREATE TABLE "payout_attempt" ("institution_id" bigint NOT NULL, "payout_id" bigint NOT NULL, "number" integer NOT NULL, "task" character varying(10) NOT NULL, "trigger" character varying(20) NOT NULL, "began_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "answered_at" TIMESTAMP(3) WITH TIME ZONE, "verdict" character varying(20), "response_code" character varying(40), "response_message" character varying(300), "status_after" character varying(20), CONSTRAINT "pk_payout_attempt" PRIMARY KEY ("institution_id", "payout_id", "number"))`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "payout_attempt" TO corebank_app`,
  `ALTER TABLE "payout_attempt" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "payout_attempt" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "payout_attempt" USING (${TENANT}) WITH CHECK (${TENANT})`,
  `ALTER TABLE "approval" ADD "record_kind" character varying(30)`,
  `ALTER TABLE "approval" ADD "record_id" bigint`,
  `CREATE INDEX "ix_approval_record" ON "approval"  ("institution_id", "record_kind", "record_id", "id") WHERE record_id IS NOT NULL`,
];

/** One row for each call to a provider, and the record that an approval is about (docs/api/enquiries.md#timeline). */
export class AddPayoutAttempts1795590000000 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
