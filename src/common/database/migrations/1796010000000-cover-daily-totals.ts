import type { MigrationInterface, QueryRunner } from 'typeorm';

// Two statements for each: Citus takes one change of a distributed table at a time.
const STATEMENTS = [
  `ALTER TABLE "account_daily_total" DROP CONSTRAINT "pk_account_daily_total"`,
  `ALTER TABLE "account_daily_total" ADD CONSTRAINT "pk_account_daily_total" PRIMARY KEY ("institution_id", "account_id", "business_date", "value_date") INCLUDE ("debits_kobo", "credits_kobo")`,
  `ALTER TABLE "ledger_daily_total" DROP CONSTRAINT "pk_ledger_daily_total"`,
  `ALTER TABLE "ledger_daily_total" ADD CONSTRAINT "pk_ledger_daily_total" PRIMARY KEY ("institution_id", "ledger_id", "branch_id", "business_date", "value_date") INCLUDE ("debits_kobo", "credits_kobo")`,
];

/**
 * The primary keys of daily totals hold their amounts, so that a balance as of a past day reads neighbouring rows of the
 * index instead of a page of the table for each day.
 */
export class CoverDailyTotals1796010000000 implements MigrationInterface {
  static readonly oldestProgram = '0.2.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
