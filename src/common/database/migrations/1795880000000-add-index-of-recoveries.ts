import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `CREATE INDEX "ix_loan_transaction_recovery" ON "loan_transaction" ("institution_id", "posting_id") WHERE kind = 'Recovery'`,
];

/** Add Index Of Recoveries. */
export class AddIndexOfRecoveries1795880000000 implements MigrationInterface {
  static readonly oldestProgram = '0.2.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
