import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = ['ALTER TABLE "loan" SET (fillfactor = 45)', 'ALTER TABLE "loan_instalment" SET (fillfactor = 80)'];

/**
 * Every night changes every running loan, in columns that no index has. With room on its page a changed row stays there, and
 * none of the table's indexes is written (measured: 4 ms instead of 23 ms for 200 loans, a tenth of the WAL).
 */
export class RoomForLoanUpdates1795290000000 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
