import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The mark of sandbox institutions, and the time at which a reset retired one (docs/sandbox.md#reset). A sandbox of
 * before gets its mark at its next start.
 */
export class MarkSandboxInstitutions1795555000000 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "institution" ADD "sandbox" boolean NOT NULL DEFAULT false`);
    await runner.query(`ALTER TABLE "institution_directory" ADD "retired_at" TIMESTAMP(3) WITH TIME ZONE`);
    await runner.query(`ALTER TABLE "institution_directory" ALTER COLUMN "code" TYPE character varying(26)`);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
