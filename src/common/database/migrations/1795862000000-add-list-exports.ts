import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `CREATE TABLE "list_export" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "report" character varying(40) NOT NULL, "format" character varying(10) NOT NULL, "parameters" jsonb NOT NULL, "status" character varying(10) NOT NULL, "requested_by" character varying(60) NOT NULL, "requested_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "started_at" TIMESTAMP(3) WITH TIME ZONE, "finished_at" TIMESTAMP(3) WITH TIME ZONE, "expires_at" TIMESTAMP(3) WITH TIME ZONE, "rows" integer NOT NULL, "attempt" integer NOT NULL, "permissions" character varying(100) array NOT NULL, "document_id" bigint, "storage" character varying(10), "size" bigint, "failure_code" character varying(60), "failure_message" character varying(500), CONSTRAINT "pk_list_export" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE INDEX "ix_list_export_open" ON "list_export"  ("institution_id", "requested_by") WHERE status IN ('Queued', 'Running')`,
  `CREATE INDEX "ix_list_export_requested_by" ON "list_export"  ("institution_id", "requested_by", "id") `,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "list_export" TO corebank_app`,
  `ALTER TABLE "list_export" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "list_export" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "list_export" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
];

/** Add List Exports. */
export class AddListExports1795862000000 implements MigrationInterface {
  static readonly oldestProgram = '0.2.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
