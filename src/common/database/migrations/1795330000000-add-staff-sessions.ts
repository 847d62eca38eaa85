import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `CREATE TABLE "staff_recovery_code" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "staff_id" bigint NOT NULL, "code_hash" bytea NOT NULL, "used_at" TIMESTAMP(3) WITH TIME ZONE, CONSTRAINT "pk_staff_recovery_code" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE UNIQUE INDEX "uq_staff_recovery_code_hash" ON "staff_recovery_code"  ("institution_id", "staff_id", "code_hash") `,
  `CREATE TABLE "staff_second_factor" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "staff_id" bigint NOT NULL, "sealed_secret" character varying(300) NOT NULL, "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "confirmed_at" TIMESTAMP(3) WITH TIME ZONE, "last_used_step" bigint NOT NULL DEFAULT '0', "wrong_codes" integer NOT NULL DEFAULT '0', "locked_until" TIMESTAMP(3) WITH TIME ZONE, CONSTRAINT "pk_staff_second_factor" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE UNIQUE INDEX "uq_staff_second_factor_member" ON "staff_second_factor"  ("institution_id", "staff_id") `,
  `CREATE TABLE "sign_in_failure" ("institution_id" bigint NOT NULL, "staff_id" bigint NOT NULL, "network" character varying(45) NOT NULL, "failures" integer NOT NULL, "last_failed_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "locked_until" TIMESTAMP(3) WITH TIME ZONE, CONSTRAINT "pk_sign_in_failure" PRIMARY KEY ("institution_id", "staff_id", "network"))`,
  `CREATE TABLE "staff_session" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "staff_id" bigint NOT NULL, "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "last_seen_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "expires_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "address" character varying(45) NOT NULL, "network" character varying(45) NOT NULL, "user_agent" character varying(200) NOT NULL, "assurance" character varying(20) NOT NULL, "stepped_up_at" TIMESTAMP(3) WITH TIME ZONE, "wrong_proofs" integer NOT NULL DEFAULT '0', "ended_at" TIMESTAMP(3) WITH TIME ZONE, "ended_by" character varying(120), "end_reason" character varying(30), CONSTRAINT "pk_staff_session" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE INDEX "ix_staff_session_network" ON "staff_session"  ("institution_id", "staff_id", "network", "created_at") `,
  `CREATE INDEX "ix_staff_session_member" ON "staff_session"  ("institution_id", "staff_id", "expires_at") `,
  `ALTER TABLE "staff" ADD "last_failed_sign_in_at" TIMESTAMP(3) WITH TIME ZONE`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "staff_recovery_code" TO corebank_app`,
  `ALTER TABLE "staff_recovery_code" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "staff_recovery_code" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "staff_recovery_code" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "staff_second_factor" TO corebank_app`,
  `ALTER TABLE "staff_second_factor" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "staff_second_factor" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "staff_second_factor" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "sign_in_failure" TO corebank_app`,
  `ALTER TABLE "sign_in_failure" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "sign_in_failure" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "sign_in_failure" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "staff_session" TO corebank_app`,
  `ALTER TABLE "staff_session" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "staff_session" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "staff_session" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
];

/** Sessions, second factors and failed sign-ins of staff. */
export class AddStaffSessions1795330000000 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
