import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `CREATE TABLE "audit_seal" ("institution_id" bigint NOT NULL, "day" date NOT NULL, "first_seq" bigint NOT NULL, "last_seq" bigint NOT NULL, "last_hash" bytea NOT NULL, "previous_hash" bytea, "hash" bytea NOT NULL, "key_id" character varying(16) NOT NULL, "signature" bytea NOT NULL, "storage" character varying(10) NOT NULL, "document_id" bigint NOT NULL, "sealed_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "pk_audit_seal" PRIMARY KEY ("institution_id", "day"))`,
  `CREATE TABLE "unknown_sign_in" ("address" character varying(45) NOT NULL, "hour" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "attempts" integer NOT NULL, "last_attempt_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "pk_unknown_sign_in" PRIMARY KEY ("address", "hour"))`,
  `CREATE INDEX "ix_unknown_sign_in_hour" ON "unknown_sign_in"  ("hour") `,
  `CREATE TABLE "audit_chain" ("institution_id" bigint NOT NULL, "seq" bigint NOT NULL, "audit_log_id" bigint NOT NULL, "row_hash" bytea NOT NULL, "chain_hash" bytea NOT NULL, "sequenced_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT clock_timestamp(), CONSTRAINT "pk_audit_chain" PRIMARY KEY ("institution_id", "seq"))`,
  `CREATE UNIQUE INDEX "uq_audit_chain_audit_log_id" ON "audit_chain"  ("institution_id", "audit_log_id") `,
  `CREATE TABLE "installation_check" ("name" character varying(20) NOT NULL, "sealed_value" character varying(200) NOT NULL, CONSTRAINT "pk_installation_check" PRIMARY KEY ("name"))`,
  `CREATE TABLE "schema_tolerance" ("migration" character varying(120) NOT NULL, "oldest_program" character varying(20) NOT NULL, CONSTRAINT "pk_schema_tolerance" PRIMARY KEY ("migration"))`,
  `CREATE TABLE "sequencer_head" ("institution_id" bigint NOT NULL, "stream" character varying(20) NOT NULL, "last_seq" bigint NOT NULL DEFAULT '0', "last_hash" bytea, "read_to" bigint, CONSTRAINT "pk_sequencer_head" PRIMARY KEY ("institution_id", "stream"))`,
  `ALTER TABLE "audit_log" ADD "address" character varying(45)`,
  `ALTER TABLE "audit_log" ADD "session_id" bigint`,
  `ALTER TABLE "audit_log" ADD "written_in" bigint`,
  `CREATE FUNCTION writing_transaction() RETURNS bigint LANGUAGE sql STABLE RETURN pg_current_xact_id()::text::bigint`,
  `ALTER TABLE "audit_log" ALTER COLUMN "written_in" SET DEFAULT writing_transaction()`,
  `CREATE INDEX "ix_audit_log_address" ON "audit_log"  ("institution_id", "address", "at", "id") WHERE address IS NOT NULL`,
  `CREATE INDEX "ix_audit_log_session" ON "audit_log"  ("institution_id", "session_id", "at", "id") WHERE session_id IS NOT NULL`,
  `CREATE INDEX "ix_audit_log_written_in" ON "audit_log"  ("institution_id", "written_in", "id") WHERE written_in IS NOT NULL`,
  `GRANT SELECT, INSERT ON "audit_seal" TO corebank_app`,
  `ALTER TABLE "audit_seal" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "audit_seal" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "audit_seal" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "unknown_sign_in" TO corebank_app`,
  `GRANT SELECT, INSERT ON "audit_chain" TO corebank_app`,
  `ALTER TABLE "audit_chain" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "audit_chain" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "audit_chain" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `GRANT SELECT, INSERT, UPDATE ON "installation_check" TO corebank_app`,
  `GRANT SELECT ON "schema_tolerance" TO corebank_app`,
  `GRANT SELECT, INSERT, UPDATE ON "sequencer_head" TO corebank_app`,
  `ALTER TABLE "sequencer_head" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "sequencer_head" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "sequencer_head" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
];

/**
 * Rows of the audit log from before this migration have no `written_in`: the sequencer numbers them first, by time. The
 * column therefore gets its default after it exists.
 */
export class AddAuditChain1795350000000 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
