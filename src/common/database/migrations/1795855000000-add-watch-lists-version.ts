import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `ALTER TABLE "institution" ADD "watch_lists_version" bigint NOT NULL DEFAULT '0'`,
  `UPDATE "institution" i SET "watch_lists_version" = 1 WHERE EXISTS (
     SELECT 1 FROM "watch_list" l WHERE l.institution_id = i.institution_id AND l.active_version_id IS NOT NULL)`,
];

/** Add Watch Lists Version. */
export class AddWatchListsVersion1795855000000 implements MigrationInterface {
  static readonly oldestProgram = '0.2.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
