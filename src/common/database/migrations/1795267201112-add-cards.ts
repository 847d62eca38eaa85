import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `CREATE TABLE "card_event" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "card_id" bigint NOT NULL, "event" character varying(20) NOT NULL, "event_date" TIMESTAMP(3) WITH TIME ZONE, "received_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "status_after" character varying(20) NOT NULL, "applied" boolean NOT NULL, CONSTRAINT "pk_card_event" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE INDEX "ix_card_event_card" ON "card_event"  ("institution_id", "card_id", "id") `,
  `CREATE TABLE "card_transaction" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "provider" character varying(20) NOT NULL, "transaction_reference" character varying(100) NOT NULL, "card_id" bigint NOT NULL, "account_number" character varying(10) NOT NULL, "transaction_type" character varying(20) NOT NULL, "amount_kobo" bigint NOT NULL, "given_back_kobo" bigint NOT NULL DEFAULT '0', "original_id" bigint, "original_reference" character varying(100), "narration" character varying(250) NOT NULL, "terminal_id" character varying(50), "transaction_date" character varying(40), "posting_id" bigint NOT NULL, "booked_account_id" bigint NOT NULL, "forced" boolean NOT NULL DEFAULT false, "fingerprint" bytea NOT NULL, "posted_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "pk_card_transaction" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE INDEX "ix_card_transaction_forced" ON "card_transaction"  ("institution_id", "id") WHERE "forced"`,
  `CREATE INDEX "ix_card_transaction_account" ON "card_transaction"  ("institution_id", "account_number", "id") `,
  `CREATE UNIQUE INDEX "uq_card_transaction_reference" ON "card_transaction"  ("institution_id", "provider", "transaction_reference") `,
  `CREATE TABLE "card" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "reference_number" character varying(100) NOT NULL, "account_id" bigint NOT NULL, "account_number" character varying(10) NOT NULL, "provider" character varying(20) NOT NULL, "status" character varying(20) NOT NULL, "status_reason" character varying(200), "status_as_of" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "card_reference" character varying(100), "serial_number" character varying(50), "masked_pan" character varying(19), "pan_hash" character varying(43), "name_on_card" character varying(100), "expiry_date" character varying(5), "atm" boolean NOT NULL DEFAULT true, "pos" boolean NOT NULL DEFAULT true, "web" boolean NOT NULL DEFAULT true, "charge_kobo" bigint NOT NULL, "vat_kobo" bigint NOT NULL, "charge_posting_id" bigint, "charge_reversal_posting_id" bigint, "link_attempts" integer NOT NULL DEFAULT '0', "last_attempt_at" TIMESTAMP(3) WITH TIME ZONE, "job_id" bigint NOT NULL, "busy_until" TIMESTAMP(3) WITH TIME ZONE, "response_code" character varying(40), "response_message" character varying(300), "created_by" character varying(120) NOT NULL, "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "pk_card" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE INDEX "ix_card_status" ON "card"  ("institution_id", "status", "id") `,
  `CREATE INDEX "ix_card_account" ON "card"  ("institution_id", "account_number", "id") `,
  `CREATE UNIQUE INDEX "uq_card_serial_number" ON "card"  ("institution_id", "provider", "serial_number") WHERE "serial_number" IS NOT NULL AND "status" <> 'Failed' AND "status" <> 'Deleted'`,
  `CREATE UNIQUE INDEX "uq_card_pan" ON "card"  ("institution_id", "provider", "pan_hash") WHERE "pan_hash" IS NOT NULL AND "status" <> 'Failed' AND "status" <> 'Deleted'`,
  `CREATE UNIQUE INDEX "uq_card_card_reference" ON "card"  ("institution_id", "provider", "card_reference") WHERE "card_reference" IS NOT NULL AND "status" <> 'Failed' AND "status" <> 'Deleted'`,
  `CREATE INDEX "ix_card_former_reference" ON "card"  ("institution_id", "provider", "card_reference") WHERE "status" = 'Deleted'`,
  `CREATE UNIQUE INDEX "uq_card_reference_number" ON "card"  ("institution_id", "reference_number") `,
  `GRANT SELECT, INSERT ON "card_event" TO corebank_app`,
  `ALTER TABLE "card_event" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "card_event" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "card_event" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "card_transaction" TO corebank_app`,
  `ALTER TABLE "card_transaction" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "card_transaction" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "card_transaction" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "card" TO corebank_app`,
  `ALTER TABLE "card" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "card" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "card" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
];

/** Add Cards. */
export class AddCards1795267201112 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
