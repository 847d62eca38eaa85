import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [`ALTER TABLE "nfiu_report" ADD "changed_by" character varying array NOT NULL DEFAULT '{}'`];

/** Who changed the draft of a report to the NFIU. */
export class AddChangersOfReports1795885000000 implements MigrationInterface {
  static readonly oldestProgram = '0.2.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
