import type { MigrationInterface, QueryRunner } from 'typeorm';

const CHUNK_BYTES = 524_288;

const STATEMENTS = [
  `CREATE TABLE "document_chunk" ("institution_id" bigint NOT NULL, "document_id" bigint NOT NULL, "sequence" integer NOT NULL, "bytes" bytea NOT NULL, CONSTRAINT "pk_document_chunk" PRIMARY KEY ("institution_id", "document_id", "sequence"))`,
  // Trying to compress what is compressed already costs more than it saves.
  `ALTER TABLE "document_chunk" ALTER COLUMN "bytes" SET STORAGE EXTERNAL`,
  // Forced row-level security hides every row from the owner too, and the column would go with what was not seen.
  `ALTER TABLE "document" NO FORCE ROW LEVEL SECURITY`,
  `INSERT INTO "document_chunk" ("institution_id", "document_id", "sequence", "bytes")
   SELECT "institution_id", "id", n, substring("content" FROM n * ${CHUNK_BYTES} + 1 FOR ${CHUNK_BYTES})
     FROM "document", generate_series(0, (octet_length("content") - 1) / ${CHUNK_BYTES}) n`,
  `ALTER TABLE "document" FORCE ROW LEVEL SECURITY`,
  `ALTER TABLE "document" DROP COLUMN "content"`,
  `ALTER TABLE "document" ADD "storage" character varying(10) NOT NULL DEFAULT 'postgres'`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "document_chunk" TO corebank_app`,
  `ALTER TABLE "document_chunk" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "document_chunk" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "document_chunk" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
];

/** Moves the contents of documents into rows of at most 512 KB. */
export class AddDocumentChunks1795263850499 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
