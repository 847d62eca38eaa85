import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `ALTER TABLE "institution" DROP CONSTRAINT "ck_institution_clock_ahead_days"`,
  `ALTER TABLE "institution" ADD CONSTRAINT "ck_institution_clock_ahead_days" CHECK (clock_ahead_days <> 0)`,
];

/** A sandbox with a history begins in the past, so its clock is behind until the history has reached today. */
export class LetInstitutionClocksBeginBehind1795740000000 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
