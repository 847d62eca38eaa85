import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `CREATE TABLE "watch_list" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "code" character varying(60) NOT NULL, "name" character varying(120) NOT NULL, "kind" character varying(10) NOT NULL, "format" character varying(20) NOT NULL, "latest_version" integer NOT NULL, "active_version_id" bigint, "created_by" character varying(120) NOT NULL, "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "pk_watch_list" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE UNIQUE INDEX "uq_watch_list_code" ON "watch_list"  ("institution_id", "code") `,
  `CREATE TABLE "watch_list_entry" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "version_id" bigint NOT NULL, "reference" character varying(60) NOT NULL, "digest" bytea NOT NULL, "type" character varying(10) NOT NULL, "name" character varying(500) NOT NULL, "content" json NOT NULL, CONSTRAINT "pk_watch_list_entry" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE INDEX "ix_watch_list_entry_version" ON "watch_list_entry"  ("institution_id", "version_id", "id") `,
  `CREATE UNIQUE INDEX "uq_watch_list_entry_reference" ON "watch_list_entry"  ("institution_id", "version_id", "reference") `,
  `CREATE TABLE "watch_list_version" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "list_id" bigint NOT NULL, "version" integer NOT NULL, "status" character varying(10) NOT NULL, "file_name" character varying(255) NOT NULL, "sha256" bytea NOT NULL, "entry_count" integer NOT NULL, "added_count" integer NOT NULL, "changed_count" integer NOT NULL, "removed_count" integer NOT NULL, "imported_by" character varying(120) NOT NULL, "imported_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "activated_at" TIMESTAMP(3) WITH TIME ZONE, CONSTRAINT "pk_watch_list_version" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE UNIQUE INDEX "uq_watch_list_version_active" ON "watch_list_version"  ("institution_id", "list_id") WHERE "status" = 'active'`,
  `CREATE UNIQUE INDEX "uq_watch_list_version_number" ON "watch_list_version"  ("institution_id", "list_id", "version") `,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "watch_list" TO corebank_app`,
  `ALTER TABLE "watch_list" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "watch_list" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "watch_list" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "watch_list_entry" TO corebank_app`,
  `ALTER TABLE "watch_list_entry" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "watch_list_entry" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "watch_list_entry" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "watch_list_version" TO corebank_app`,
  `ALTER TABLE "watch_list_version" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "watch_list_version" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "watch_list_version" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
];

/** Add Watch Lists. */
export class AddWatchLists1795840000000 implements MigrationInterface {
  static readonly oldestProgram = '0.2.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
