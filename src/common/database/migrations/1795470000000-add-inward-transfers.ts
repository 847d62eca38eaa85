import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `CREATE TABLE "inward_transfer" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "session_id" character varying(30) NOT NULL, "account_number" character varying(50) NOT NULL, "amount_kobo" bigint NOT NULL, "originator_account_number" character varying(50) NOT NULL, "originator_account_name" character varying(150) NOT NULL, "originator_institution_code" character varying(10) NOT NULL, "narration" character varying(250) NOT NULL, "payment_reference" character varying(100), "status" character varying(20) NOT NULL, "reason" character varying(60), "reason_message" character varying(300), "posting_id" bigint NOT NULL, "credited_account_number" character varying(20), "settlement_posting_id" bigint, "return_reference" character varying(100), "fingerprint" bytea NOT NULL, "received_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "settled_at" TIMESTAMP(3) WITH TIME ZONE, CONSTRAINT "pk_inward_transfer" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE INDEX "ix_inward_transfer_suspense" ON "inward_transfer"  ("institution_id", "id") WHERE "status" = 'InSuspense'`,
  `CREATE INDEX "ix_inward_transfer_account" ON "inward_transfer"  ("institution_id", "account_number", "id") `,
  `CREATE UNIQUE INDEX "uq_inward_transfer_session" ON "inward_transfer"  ("institution_id", "session_id") `,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "inward_transfer" TO corebank_app`,
  `ALTER TABLE "inward_transfer" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "inward_transfer" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "inward_transfer" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
];

/** Transfers from other institutions. */
export class AddInwardTransfers1795470000000 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
