import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [`ALTER TABLE "watch_list_version" ADD "matcher_revision" smallint`];

/** Add Matcher Revision. */
export class AddMatcherRevision1795866000000 implements MigrationInterface {
  static readonly oldestProgram = '0.2.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
