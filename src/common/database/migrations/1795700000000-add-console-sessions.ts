import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `ALTER TABLE "staff_session" ADD "last_active_at" TIMESTAMP(3) WITH TIME ZONE`,
  `ALTER TABLE "staff_session" ADD "token_since" TIMESTAMP(3) WITH TIME ZONE`,
  `CREATE INDEX "ix_approval_maker" ON "approval"  ("institution_id", "maker", "status", "created_at") `,
  `CREATE INDEX "ix_approval_pending" ON "approval"  ("institution_id", "operation", "created_at") WHERE status = 'Pending'`,
  `CREATE INDEX "ix_aml_hold_held" ON "aml_hold"  ("institution_id", "created_at") WHERE status = 'Held'`,
  `CREATE TABLE "work_change" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL DEFAULT nextval('event_order'), "kind" character varying(20) NOT NULL, "subject" character varying(20) NOT NULL, "status" character varying(20) NOT NULL, "step" character varying(40), "at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT clock_timestamp(), CONSTRAINT "pk_work_change" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE TABLE "work_event" ("institution_id" bigint NOT NULL, "seq" bigint NOT NULL, "kind" character varying(20) NOT NULL, "subject" character varying(20) NOT NULL, "status" character varying(20) NOT NULL, "step" character varying(40), "at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "pk_work_event" PRIMARY KEY ("institution_id", "seq"))`,
  `CREATE INDEX "ix_work_event_at" ON "work_event"  ("institution_id", "at") `,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "work_change" TO corebank_app`,
  `ALTER TABLE "work_change" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "work_change" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "work_change" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "work_event" TO corebank_app`,
  `ALTER TABLE "work_event" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "work_event" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "work_event" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `CREATE TABLE "staff_passkey" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "staff_id" bigint NOT NULL, "credential_id" character varying(1400) NOT NULL, "public_key" character varying(4000) NOT NULL, "counter" bigint NOT NULL, "transports" character varying array NOT NULL, "label" character varying(60) NOT NULL, "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "last_used_at" TIMESTAMP(3) WITH TIME ZONE, CONSTRAINT "pk_staff_passkey" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE INDEX "ix_staff_passkey_staff" ON "staff_passkey"  ("institution_id", "staff_id") `,
  `CREATE UNIQUE INDEX "uq_staff_passkey_credential" ON "staff_passkey"  ("institution_id", "credential_id") `,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "staff_passkey" TO corebank_app`,
  `ALTER TABLE "staff_passkey" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "staff_passkey" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "staff_passkey" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `CREATE TABLE "passkey_challenge" ("challenge" character varying(60) NOT NULL, "purpose" character varying(10) NOT NULL, "institution_id" bigint, "staff_id" bigint, "session_id" bigint, "expires_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "pk_passkey_challenge" PRIMARY KEY ("challenge"))`,
  `CREATE INDEX "ix_passkey_challenge_expires_at" ON "passkey_challenge"  ("expires_at") `,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "passkey_challenge" TO corebank_app`,
];

/** Queues a change of the work of staff, in the transaction of the change. */
const RECORD_WORK = `CREATE FUNCTION record_work() RETURNS trigger LANGUAGE plpgsql AS $function$
BEGIN
  IF TG_TABLE_NAME = 'aml_hold' THEN
    INSERT INTO work_change (institution_id, kind, subject, status)
    VALUES (NEW.institution_id, 'hold', NEW.approval_id::text, NEW.status);
  ELSIF TG_TABLE_NAME = 'approval' THEN
    INSERT INTO work_change (institution_id, kind, subject, status)
    VALUES (NEW.institution_id, 'approval', NEW.id::text, NEW.status);
  ELSIF TG_TABLE_NAME = 'end_of_day_run' THEN
    INSERT INTO work_change (institution_id, kind, subject, status)
    VALUES (NEW.institution_id, 'end-of-day', NEW.date::text, NEW.status);
  ELSE
    INSERT INTO work_change (institution_id, kind, subject, status, step)
    VALUES (NEW.institution_id, 'end-of-day', NEW.date::text,
      CASE WHEN NEW.finished_at IS NULL THEN 'Running' ELSE 'Completed' END, NEW.step);
  END IF;
  RETURN NULL;
END
$function$`;

const TRIGGERS = ['aml_hold', 'approval', 'end_of_day_run', 'end_of_day_step'].flatMap((table) => {
  const column = table === 'end_of_day_step' ? 'finished_at' : 'status';
  return [
    `CREATE TRIGGER "work_${table}_new" AFTER INSERT ON "${table}" FOR EACH ROW EXECUTE FUNCTION record_work()`,
    `CREATE TRIGGER "work_${table}" AFTER UPDATE OF ${column} ON "${table}" FOR EACH ROW
      WHEN (OLD.${column} IS DISTINCT FROM NEW.${column}) EXECUTE FUNCTION record_work()`,
  ];
});

/** Sessions of the console, and what its open pages are told. */
export class AddConsoleSessions1795700000000 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...STATEMENTS, RECORD_WORK, ...TRIGGERS]) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
