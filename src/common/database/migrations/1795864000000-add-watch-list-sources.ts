import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `CREATE TABLE "watch_list_source" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "list_id" bigint NOT NULL, "url" character varying(2000) NOT NULL, "every_hours" integer NOT NULL, "set_by" character varying(120) NOT NULL, "set_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "job_id" bigint NOT NULL, "next_attempt_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "started_at" TIMESTAMP(3) WITH TIME ZONE, "etag" character varying(500), "last_modified" character varying(100), "last_attempt_at" TIMESTAMP(3) WITH TIME ZONE, "last_good_at" TIMESTAMP(3) WITH TIME ZONE, "outcome" character varying(10), "error_code" character varying(40), "error" character varying(1000), "failures" integer NOT NULL, CONSTRAINT "pk_watch_list_source" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE UNIQUE INDEX "uq_watch_list_source_list" ON "watch_list_source"  ("institution_id", "list_id") `,
  `ALTER TABLE "watch_list_version" ADD "source_url" character varying(2000)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "watch_list_source" TO corebank_app`,
  `ALTER TABLE "watch_list_source" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "watch_list_source" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "watch_list_source" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
];

/** Add Watch List Sources. */
export class AddWatchListSources1795864000000 implements MigrationInterface {
  static readonly oldestProgram = '0.2.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
