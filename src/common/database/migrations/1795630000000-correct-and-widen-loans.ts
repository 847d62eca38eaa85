import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `ALTER TABLE "loan_instalment" ADD "penalty_waived_kobo" bigint NOT NULL DEFAULT '0'`,
];

/**
 * Penalties that staff waive. An older program beside this one ignores the column: a penalty that was waived in full may
 * be charged again by its night, and can be waived again.
 */
export class CorrectAndWidenLoans1795630000000 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
