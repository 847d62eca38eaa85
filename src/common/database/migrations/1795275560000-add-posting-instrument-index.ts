import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `CREATE INDEX "ix_posting_instrument" ON "posting" ("institution_id", "instrument_number", "posted_at") WHERE instrument_number IS NOT NULL`,
];

/** Finds the postings of a cheque or another instrument; most postings have none and are not in it. */
export class AddPostingInstrumentIndex1795275560000 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
