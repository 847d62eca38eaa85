import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The first schema. */
export class Initial1763700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`DO $$ BEGIN IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'corebank_app') THEN CREATE ROLE corebank_app NOLOGIN; END IF; END $$`);
    await runner.query(`DO $$ BEGIN IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN EXECUTE format('GRANT corebank_app TO %I', current_user); END IF; END $$`);
    await runner.query(`GRANT USAGE ON SCHEMA public TO corebank_app`);
    await runner.query(`CREATE SEQUENCE corebank_id_seq INCREMENT BY 10000 START WITH 10000 MINVALUE 10000 MAXVALUE 9007199254730000`);
    await runner.query(`GRANT USAGE ON SEQUENCE corebank_id_seq TO corebank_app`);
    await runner.query(`CREATE TABLE "request_claim" ("institution_id" bigint NOT NULL, "reference" character varying(100) NOT NULL, "hold_id" bigint NOT NULL, "actor" character varying(120) NOT NULL, "endpoint" character varying(120) NOT NULL, "fingerprint" bytea NOT NULL, "http_status" smallint NOT NULL, "response" text NOT NULL, "sealed" boolean NOT NULL, "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "pk_request_claim" PRIMARY KEY ("institution_id", "reference", "hold_id"))`);
    await runner.query(`CREATE INDEX "ix_request_claim_created_at" ON "request_claim" USING brin ("created_at") `);
    await runner.query(`CREATE TABLE "job_due" ("institution_id" bigint NOT NULL, "job_id" bigint NOT NULL, "kind" character varying(60) NOT NULL, "due_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "pk_job_due" PRIMARY KEY ("institution_id", "job_id")) WITH (fillfactor = 70)`);
    await runner.query(`CREATE INDEX "ix_job_due_due_at" ON "job_due"  ("due_at") `);
    await runner.query(`CREATE TABLE "job" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "kind" character varying(60) NOT NULL, "payload" jsonb NOT NULL, "status" character varying(10) NOT NULL DEFAULT 'queued', "attempts" integer NOT NULL DEFAULT '0', "last_error" character varying(500), "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(), "finished_at" TIMESTAMP(3) WITH TIME ZONE, CONSTRAINT "pk_job" PRIMARY KEY ("institution_id", "id"))`);
    await runner.query(`CREATE INDEX "ix_job_dead" ON "job"  ("institution_id", "id") WHERE "status" = 'dead'`);
    await runner.query(`CREATE TABLE "institution_directory" ("institution_id" bigint NOT NULL, "code" character varying(6) NOT NULL, CONSTRAINT "pk_institution_directory" PRIMARY KEY ("institution_id"))`);
    await runner.query(`CREATE UNIQUE INDEX "uq_institution_directory_code" ON "institution_directory"  ("code") `);
    await runner.query(`CREATE TABLE "institution_setting" ("institution_id" bigint NOT NULL, "key" character varying(100) NOT NULL, "value" text NOT NULL, "sealed" boolean NOT NULL DEFAULT false, "updated_by" character varying(120) NOT NULL, "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "pk_institution_setting" PRIMARY KEY ("institution_id", "key"))`);
    await runner.query(`CREATE TABLE "institution" ("institution_id" bigint NOT NULL, "name" character varying(250) NOT NULL, "code" character varying(6) NOT NULL, "time_zone" character varying(60) NOT NULL DEFAULT 'Africa/Lagos', "business_date" date NOT NULL, "closed_through" date, "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "pk_institution" PRIMARY KEY ("institution_id"))`);
    await runner.query(`CREATE TABLE "account_number" ("institution_id" bigint NOT NULL, "number" character varying(20) NOT NULL, "kind" character varying(10) NOT NULL, "account_id" bigint NOT NULL, "ledger_account_id" bigint NOT NULL, "virtual_name" character varying(500), CONSTRAINT "pk_account_number" PRIMARY KEY ("institution_id", "number"))`);
    await runner.query(`CREATE TABLE "gl_account" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "code" character varying(20) NOT NULL, "name" character varying(250) NOT NULL, "category" character varying(10) NOT NULL, "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "pk_gl_account" PRIMARY KEY ("institution_id", "id"))`);
    await runner.query(`CREATE UNIQUE INDEX "uq_gl_account_code" ON "gl_account"  ("institution_id", "code") `);
    await runner.query(`CREATE TABLE "ledger_account" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "number" character varying(20) NOT NULL, "name" character varying(250) NOT NULL, "kind" character varying(10) NOT NULL, "status" character varying(20) NOT NULL, "normal_side" character varying(6) NOT NULL, "control_account_id" bigint, "is_control" boolean NOT NULL DEFAULT false, "allow_api" boolean NOT NULL DEFAULT true, "may_go_negative" boolean NOT NULL DEFAULT false, "product_id" bigint, "customer_type" character varying(20), "branch_id" bigint, "debits_posted_kobo" bigint NOT NULL DEFAULT '0', "credits_posted_kobo" bigint NOT NULL DEFAULT '0', "held_kobo" bigint NOT NULL DEFAULT '0', "overdraft_limit_kobo" bigint NOT NULL DEFAULT '0', "single_limit_kobo" bigint, "daily_limit_kobo" bigint, "daily_used_kobo" bigint NOT NULL DEFAULT '0', "daily_used_on" date, "screened_out_kobo" bigint NOT NULL DEFAULT '0', "screened_in_kobo" bigint NOT NULL DEFAULT '0', "entry_seq" bigint NOT NULL DEFAULT '0', "last_posted_at" TIMESTAMP(3) WITH TIME ZONE, CONSTRAINT "pk_ledger_account" PRIMARY KEY ("institution_id", "id")) WITH (fillfactor = 70)`);
    await runner.query(`CREATE TABLE "posting_entry" ("institution_id" bigint NOT NULL, "account_id" bigint NOT NULL, "seq" bigint NOT NULL, "posting_id" bigint NOT NULL, "leg" smallint NOT NULL, "side" character varying(6) NOT NULL, "role" character varying(10) NOT NULL, "amount_kobo" bigint NOT NULL, "balance_after_kobo" bigint NOT NULL, "debits_after_kobo" bigint NOT NULL, "credits_after_kobo" bigint NOT NULL, "screened_out_after_kobo" bigint NOT NULL, "screened_in_after_kobo" bigint NOT NULL, "narration" character varying(250), "virtual_account_id" bigint, "business_date" date NOT NULL, "posted_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "reverses_posted_at" TIMESTAMP(3) WITH TIME ZONE, CONSTRAINT "pk_posting_entry" PRIMARY KEY ("institution_id", "account_id", "seq"))`);
    await runner.query(`CREATE INDEX "ix_posting_entry_reverses" ON "posting_entry"  ("institution_id", "account_id", "reverses_posted_at") WHERE reverses_posted_at IS NOT NULL`);
    await runner.query(`CREATE INDEX "ix_posting_entry_virtual" ON "posting_entry"  ("institution_id", "virtual_account_id", "posted_at") WHERE virtual_account_id IS NOT NULL`);
    await runner.query(`CREATE INDEX "ix_posting_entry_posting" ON "posting_entry"  ("institution_id", "posting_id") `);
    await runner.query(`CREATE INDEX "ix_posting_entry_account_time" ON "posting_entry"  ("institution_id", "account_id", "posted_at", "seq") `);
    await runner.query(`CREATE TABLE "posting" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "kind" character varying(30) NOT NULL, "reference" character varying(100) NOT NULL, "channel" character varying(10) NOT NULL, "status" character varying(20) NOT NULL, "narration" character varying(250) NOT NULL, "amount_kobo" bigint NOT NULL, "fee_kobo" bigint NOT NULL, "debit_total_kobo" bigint NOT NULL, "credit_total_kobo" bigint NOT NULL, "maker" character varying(120) NOT NULL, "checker" character varying(120), "business_date" date NOT NULL, "value_date" date NOT NULL, "instrument_number" character varying(50), "additional_metadata" jsonb, "reverses_id" bigint, "reversed_by_id" bigint, "failure_code" character varying(60), "failure_message" character varying(500), "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(), "posted_at" TIMESTAMP(3) WITH TIME ZONE, CONSTRAINT "ck_posting_balanced" CHECK (debit_total_kobo = credit_total_kobo), CONSTRAINT "pk_posting" PRIMARY KEY ("institution_id", "id"))`);
    await runner.query(`CREATE UNIQUE INDEX "ix_posting_reverses" ON "posting"  ("institution_id", "reverses_id") WHERE reverses_id IS NOT NULL`);
    await runner.query(`CREATE INDEX "ix_posting_waiting" ON "posting"  ("institution_id", "kind", "created_at", "id") WHERE "status" <> 'Posted'`);
    await runner.query(`CREATE INDEX "ix_posting_group" ON "posting"  ("institution_id", "created_at", "id") WHERE "kind" = 'posting-group'`);
    await runner.query(`CREATE INDEX "ix_posting_transfer" ON "posting"  ("institution_id", "posted_at", "id") WHERE "kind" = 'transfer' AND "status" = 'Posted'`);
    await runner.query(`CREATE INDEX "ix_posting_posted_at" ON "posting"  ("institution_id", "posted_at") `);
    await runner.query(`CREATE UNIQUE INDEX "uq_posting_kind_reference" ON "posting"  ("institution_id", "kind", "reference") `);
    await runner.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON "request_claim" TO corebank_app`);
    await runner.query(`ALTER TABLE "request_claim" ENABLE ROW LEVEL SECURITY`);
    await runner.query(`ALTER TABLE "request_claim" FORCE ROW LEVEL SECURITY`);
    await runner.query(`CREATE POLICY "tenant" ON "request_claim" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`);
    await runner.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON "job_due" TO corebank_app`);
    await runner.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON "job" TO corebank_app`);
    await runner.query(`ALTER TABLE "job" ENABLE ROW LEVEL SECURITY`);
    await runner.query(`ALTER TABLE "job" FORCE ROW LEVEL SECURITY`);
    await runner.query(`CREATE POLICY "tenant" ON "job" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`);
    await runner.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON "institution_directory" TO corebank_app`);
    await runner.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON "institution_setting" TO corebank_app`);
    await runner.query(`ALTER TABLE "institution_setting" ENABLE ROW LEVEL SECURITY`);
    await runner.query(`ALTER TABLE "institution_setting" FORCE ROW LEVEL SECURITY`);
    await runner.query(`CREATE POLICY "tenant" ON "institution_setting" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`);
    await runner.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON "institution" TO corebank_app`);
    await runner.query(`ALTER TABLE "institution" ENABLE ROW LEVEL SECURITY`);
    await runner.query(`ALTER TABLE "institution" FORCE ROW LEVEL SECURITY`);
    await runner.query(`CREATE POLICY "tenant" ON "institution" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`);
    await runner.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON "account_number" TO corebank_app`);
    await runner.query(`ALTER TABLE "account_number" ENABLE ROW LEVEL SECURITY`);
    await runner.query(`ALTER TABLE "account_number" FORCE ROW LEVEL SECURITY`);
    await runner.query(`CREATE POLICY "tenant" ON "account_number" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`);
    await runner.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON "gl_account" TO corebank_app`);
    await runner.query(`ALTER TABLE "gl_account" ENABLE ROW LEVEL SECURITY`);
    await runner.query(`ALTER TABLE "gl_account" FORCE ROW LEVEL SECURITY`);
    await runner.query(`CREATE POLICY "tenant" ON "gl_account" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`);
    await runner.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON "ledger_account" TO corebank_app`);
    await runner.query(`ALTER TABLE "ledger_account" ENABLE ROW LEVEL SECURITY`);
    await runner.query(`ALTER TABLE "ledger_account" FORCE ROW LEVEL SECURITY`);
    await runner.query(`CREATE POLICY "tenant" ON "ledger_account" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`);
    await runner.query(`GRANT SELECT, INSERT ON "posting_entry" TO corebank_app`);
    await runner.query(`ALTER TABLE "posting_entry" ENABLE ROW LEVEL SECURITY`);
    await runner.query(`ALTER TABLE "posting_entry" FORCE ROW LEVEL SECURITY`);
    await runner.query(`CREATE POLICY "tenant" ON "posting_entry" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`);
    await runner.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON "posting" TO corebank_app`);
    await runner.query(`ALTER TABLE "posting" ENABLE ROW LEVEL SECURITY`);
    await runner.query(`ALTER TABLE "posting" FORCE ROW LEVEL SECURITY`);
    await runner.query(`CREATE POLICY "tenant" ON "posting" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
