import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `CREATE TABLE "institution_opening" ("code" character varying(6) NOT NULL, "institution_id" bigint NOT NULL, "template" character varying(40) NOT NULL, "opened_by" character varying(100) NOT NULL, "started_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "completed_at" TIMESTAMP(3) WITH TIME ZONE, CONSTRAINT "pk_institution_opening" PRIMARY KEY ("code"))`,
  `GRANT SELECT, INSERT, UPDATE ON "institution_opening" TO corebank_app`,
];

/** Institutions that operators open from a template. */
export class AddInstitutionOpening1795400000000 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
