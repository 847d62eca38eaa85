import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `ALTER TABLE "staff_session" ADD "last_active_at" TIMESTAMP(3) WITH TIME ZONE`,
  `ALTER TABLE "staff_session" ADD "token_since" TIMESTAMP(3) WITH TIME ZONE`,
];

/** Sessions of the console. */
export class AddConsoleSessions1795700000000 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
