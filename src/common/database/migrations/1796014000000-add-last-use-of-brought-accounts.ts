import type { MigrationInterface, QueryRunner } from 'typeorm';

// Accounts of earlier imports keep the rule of before: their opening journal counts as use.
const STATEMENTS = [`ALTER TABLE "deposit_account" ADD "brought_used_on" date`];

/** The date on which the customer of a brought account last used it in another system. */
export class AddLastUseOfBroughtAccounts1796014000000 implements MigrationInterface {
  static readonly oldestProgram = '0.2.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
