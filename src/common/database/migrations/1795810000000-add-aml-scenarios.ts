import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = [
  `CREATE TABLE "aml_scenario_version" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "code" character varying(60) NOT NULL, "version" integer NOT NULL, "state" character varying(10) NOT NULL, "public_name" character varying(100) NOT NULL, "definition" jsonb NOT NULL, "created_by" character varying(120) NOT NULL, "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "shadow_since" TIMESTAMP(3) WITH TIME ZONE, "live_since" TIMESTAMP(3) WITH TIME ZONE, "ended_at" TIMESTAMP(3) WITH TIME ZONE, CONSTRAINT "pk_aml_scenario_version" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE INDEX "ix_aml_scenario_version_in_use" ON "aml_scenario_version"  ("institution_id") WHERE "state" IN ('shadow', 'live')`,
  `CREATE UNIQUE INDEX "uq_aml_scenario_version_in_state" ON "aml_scenario_version"  ("institution_id", "code", "state") WHERE "state" IN ('draft', 'shadow', 'live')`,
  `CREATE UNIQUE INDEX "uq_aml_scenario_version_number" ON "aml_scenario_version"  ("institution_id", "code", "version") `,
  `CREATE TABLE "aml_scenario_group" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "code" character varying(60) NOT NULL, "public_name" character varying(100) NOT NULL, "definition" jsonb NOT NULL, "active" boolean NOT NULL, "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "pk_aml_scenario_group" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE UNIQUE INDEX "uq_aml_scenario_group_code" ON "aml_scenario_group"  ("institution_id", "code") `,
  `CREATE TABLE "aml_scenario_backtest" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "code" character varying(60) NOT NULL, "version" integer NOT NULL, "live_version" integer, "days" integer NOT NULL, "state" character varying(10) NOT NULL, "definition" jsonb NOT NULL, "result" jsonb, "failure" character varying(500), "requested_by" character varying(120) NOT NULL, "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "finished_at" TIMESTAMP(3) WITH TIME ZONE, CONSTRAINT "pk_aml_scenario_backtest" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE INDEX "ix_aml_scenario_backtest_code" ON "aml_scenario_backtest"  ("institution_id", "code", "id") `,
  `CREATE SEQUENCE "movement_facts_order"`,
  `CREATE TABLE "movement_facts" ("institution_id" bigint NOT NULL, "seq" bigint NOT NULL DEFAULT nextval('movement_facts_order'), "account_id" bigint NOT NULL, "posting_id" bigint NOT NULL, "at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "outcome" character varying(10) NOT NULL, "facts" json NOT NULL, CONSTRAINT "pk_movement_facts" PRIMARY KEY ("institution_id", "seq"))`,
  `CREATE INDEX "ix_movement_facts_account" ON "movement_facts"  ("institution_id", "account_id", "seq") `,
  `CREATE TABLE "aml_window_state" ("institution_id" bigint NOT NULL, "account_id" bigint NOT NULL, "state" bytea NOT NULL, CONSTRAINT "pk_aml_window_state" PRIMARY KEY ("institution_id", "account_id")) WITH (fillfactor = 70)`,
  `CREATE TABLE "aml_behind_state" ("institution_id" bigint NOT NULL, "account_id" bigint NOT NULL, "windows" bytea NOT NULL, CONSTRAINT "pk_aml_behind_state" PRIMARY KEY ("institution_id", "account_id")) WITH (fillfactor = 70)`,
  `CREATE TABLE "aml_behind_record" ("institution_id" bigint NOT NULL, "kind" character varying(10) NOT NULL, "subject" character varying(100) NOT NULL, "record" json NOT NULL, CONSTRAINT "pk_aml_behind_record" PRIMARY KEY ("institution_id", "kind", "subject")) WITH (fillfactor = 70)`,
  `CREATE TABLE "aml_payee" ("institution_id" bigint NOT NULL, "account_id" bigint NOT NULL, "payee" character varying(120) NOT NULL, "first_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "last_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "pk_aml_payee" PRIMARY KEY ("institution_id", "account_id", "payee"))`,
  `CREATE TABLE "aml_movement_mark" ("institution_id" bigint NOT NULL, "read_seq" bigint NOT NULL, "seen_seq" bigint NOT NULL, "seen_before" bigint NOT NULL, CONSTRAINT "pk_aml_movement_mark" PRIMARY KEY ("institution_id"))`,
  `CREATE TABLE "aml_verdict" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "seq" bigint NOT NULL, "posting_id" bigint NOT NULL, "account_id" bigint NOT NULL, "code" character varying(70) NOT NULL, "version" integer NOT NULL, "mode" character varying(10) NOT NULL, "action" character varying(20) NOT NULL, "score" smallint NOT NULL, "values" jsonb NOT NULL, "contributions" jsonb NOT NULL, "at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "pk_aml_verdict" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE INDEX "ix_aml_verdict_scenario" ON "aml_verdict"  ("institution_id", "code", "version", "at", "id") `,
  `CREATE INDEX "ix_aml_verdict_posting" ON "aml_verdict"  ("institution_id", "posting_id", "id") `,
  `CREATE UNIQUE INDEX "uq_aml_verdict_movement" ON "aml_verdict"  ("institution_id", "seq", "code", "version", "mode") `,
  `ALTER TABLE "institution" ADD "scenarios_version" bigint NOT NULL DEFAULT '0'`,
  `ALTER TABLE "aml_hold" ADD "scenario_code" character varying(70)`,
  `ALTER TABLE "aml_hold" ADD "scenario_version" integer`,
  `ALTER TABLE "aml_hold" ADD "repeat_of_id" bigint`,
  `CREATE INDEX "ix_aml_hold_repeat" ON "aml_hold"  ("institution_id", "repeat_of_id") WHERE repeat_of_id IS NOT NULL`,
];

/** Facts and verdicts are only added; the serving role deletes those that have expired. */
const RIGHTS: Record<string, string> = {
  aml_scenario_version: 'SELECT, INSERT, UPDATE',
  aml_scenario_group: 'SELECT, INSERT, UPDATE',
  aml_scenario_backtest: 'SELECT, INSERT, UPDATE, DELETE',
  movement_facts: 'SELECT, INSERT, DELETE',
  aml_window_state: 'SELECT, INSERT, UPDATE, DELETE',
  aml_behind_state: 'SELECT, INSERT, UPDATE, DELETE',
  aml_behind_record: 'SELECT, INSERT, UPDATE, DELETE',
  aml_payee: 'SELECT, INSERT, UPDATE, DELETE',
  aml_movement_mark: 'SELECT, INSERT, UPDATE',
  aml_verdict: 'SELECT, INSERT, DELETE',
};

const ACCESS = Object.entries(RIGHTS).flatMap(([table, rights]) => [
  `GRANT ${rights} ON "${table}" TO corebank_app`,
  `ALTER TABLE "${table}" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "${table}" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "${table}" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
]);

/** Scenarios of AML with their versions, the facts of movements, the windows of accounts, and verdicts. */
export class AddAmlScenarios1795810000000 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of TABLES) await runner.query(statement);
    await runner.query('GRANT USAGE ON SEQUENCE "movement_facts_order" TO corebank_app');
    for (const statement of ACCESS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
