import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `CREATE TABLE "message" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "channel" character varying(5) NOT NULL, "status" character varying(10) NOT NULL, "recipient" character varying(254) NOT NULL, "subject" character varying(250), "body" text NOT NULL, "is_html" boolean NOT NULL, "attachments" jsonb NOT NULL, "account_number" character varying(20), "event" character varying(40), "notification_id" bigint, "requested_by" character varying(120) NOT NULL, "transport" character varying(10), "attempts" integer NOT NULL, "failure_reason" character varying(500), "provider_reference" character varying(250), "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "last_attempt_at" TIMESTAMP(3) WITH TIME ZONE, "sent_at" TIMESTAMP(3) WITH TIME ZONE, CONSTRAINT "pk_message" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE UNIQUE INDEX "uq_message_notification" ON "message"  ("institution_id", "notification_id", "channel") WHERE notification_id IS NOT NULL`,
  `CREATE INDEX "ix_message_account" ON "message"  ("institution_id", "account_number", "created_at", "id") WHERE account_number IS NOT NULL`,
  `CREATE INDEX "ix_message_recipient" ON "message"  ("institution_id", "recipient", "created_at", "id") `,
  `CREATE INDEX "ix_message_channel" ON "message"  ("institution_id", "channel", "created_at", "id") `,
  `CREATE INDEX "ix_message_status" ON "message"  ("institution_id", "status", "created_at", "id") `,
  `CREATE INDEX "ix_message_created" ON "message"  ("institution_id", "created_at", "id") `,
  `CREATE TABLE "notification_template" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "event" character varying(40) NOT NULL, "channel" character varying(5) NOT NULL, "subject" character varying(250), "body" text NOT NULL, "is_html" boolean NOT NULL, "active" boolean NOT NULL, "updated_by" character varying(120) NOT NULL, "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "pk_notification_template" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE UNIQUE INDEX "uq_notification_template" ON "notification_template"  ("institution_id", "event", "channel") `,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "message" TO corebank_app`,
  `ALTER TABLE "message" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "message" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "message" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "notification_template" TO corebank_app`,
  `ALTER TABLE "notification_template" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "notification_template" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "notification_template" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
];

/** Messages and the wording of notifications. */
export class AddMessages1795264145315 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
