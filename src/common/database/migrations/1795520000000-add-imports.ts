import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `CREATE TABLE "data_import" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "checksum" character varying(64) NOT NULL, "status" character varying(10) NOT NULL, "step" character varying(20) NOT NULL, "position" bigint NOT NULL DEFAULT '0', "cut_over_on" date, "totals" jsonb, "started_by" character varying(100) NOT NULL, "started_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "completed_at" TIMESTAMP(3) WITH TIME ZONE, CONSTRAINT "pk_data_import" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE UNIQUE INDEX "uq_data_import_checksum" ON "data_import"  ("institution_id", "checksum") `,
  `CREATE TABLE "import_row" ("institution_id" bigint NOT NULL, "import_id" bigint NOT NULL, "file" character varying(20) NOT NULL, "line" bigint NOT NULL, "key" character varying(60), "owner_key" character varying(60), "target_id" bigint NOT NULL, "owner_id" bigint, "balance_kobo" bigint NOT NULL DEFAULT '0', "branch_code" character varying(20), "product_code" character varying(20), "content" jsonb NOT NULL, "refusal" character varying(500), CONSTRAINT "pk_import_row" PRIMARY KEY ("institution_id", "import_id", "file", "line"))`,
  `CREATE INDEX "ix_import_row_refused" ON "import_row"  ("institution_id", "import_id", "file", "line") WHERE refusal IS NOT NULL`,
  `CREATE INDEX "ix_import_row_key" ON "import_row"  ("institution_id", "import_id", "file", "key") `,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "data_import" TO corebank_app`,
  `ALTER TABLE "data_import" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "data_import" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "data_import" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "import_row" TO corebank_app`,
  `ALTER TABLE "import_row" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "import_row" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "import_row" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
];

/** Imports of old books, with their staged lines. */
export class AddImports1795520000000 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
