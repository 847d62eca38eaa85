import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `CREATE INDEX "ix_posting_back_dated" ON "posting" ("institution_id", "posted_at") WHERE value_date < business_date`,
];

/** Postings whose value date is before their booking date, for balances as of past days. */
export class AddIndexOfBackDatedPostings1795890000000 implements MigrationInterface {
  static readonly oldestProgram = '0.2.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
