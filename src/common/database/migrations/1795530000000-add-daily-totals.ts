import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `ALTER TABLE "posting_entry" ADD "branch_id" bigint`,
  `CREATE TABLE "account_daily_total" ("institution_id" bigint NOT NULL, "account_id" bigint NOT NULL, "business_date" date NOT NULL, "value_date" date NOT NULL, "debits_kobo" bigint NOT NULL, "credits_kobo" bigint NOT NULL, CONSTRAINT "pk_account_daily_total" PRIMARY KEY ("institution_id", "account_id", "business_date", "value_date"))`,
  `CREATE TABLE "ledger_daily_total" ("institution_id" bigint NOT NULL, "ledger_id" bigint NOT NULL, "branch_id" bigint NOT NULL, "business_date" date NOT NULL, "value_date" date NOT NULL, "debits_kobo" bigint NOT NULL, "credits_kobo" bigint NOT NULL, CONSTRAINT "pk_ledger_daily_total" PRIMARY KEY ("institution_id", "ledger_id", "branch_id", "business_date", "value_date"))`,
  `CREATE TABLE "daily_totals_progress" ("institution_id" bigint NOT NULL, "through" date, CONSTRAINT "pk_daily_totals_progress" PRIMARY KEY ("institution_id"))`,
  `CREATE TABLE "ledger_account_move" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "account_id" bigint NOT NULL, "business_date" date NOT NULL, "entry_seq" bigint NOT NULL, "from_ledger_id" bigint NOT NULL, "to_ledger_id" bigint NOT NULL, "from_branch_id" bigint, "to_branch_id" bigint, "debits_kobo" bigint NOT NULL, "credits_kobo" bigint NOT NULL, CONSTRAINT "pk_ledger_account_move" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE INDEX "ix_ledger_account_move_account" ON "ledger_account_move"  ("institution_id", "account_id", "id") `,
  `CREATE INDEX "ix_ledger_account_move_date" ON "ledger_account_move"  ("institution_id", "business_date") `,
  `GRANT SELECT, INSERT ON "account_daily_total" TO corebank_app`,
  `ALTER TABLE "account_daily_total" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "account_daily_total" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "account_daily_total" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `GRANT SELECT, INSERT ON "ledger_daily_total" TO corebank_app`,
  `ALTER TABLE "ledger_daily_total" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "ledger_daily_total" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "ledger_daily_total" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `GRANT SELECT, INSERT, UPDATE ON "daily_totals_progress" TO corebank_app`,
  `ALTER TABLE "daily_totals_progress" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "daily_totals_progress" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "daily_totals_progress" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `GRANT SELECT, INSERT ON "ledger_account_move" TO corebank_app`,
  `ALTER TABLE "ledger_account_move" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "ledger_account_move" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "ledger_account_move" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
];

/**
 * Daily totals of accounts and ledgers, the branch of an entry, and accounts that moved to another ledger or branch. The
 * end of day fills the totals of the past, a date at a time.
 */
export class AddDailyTotals1795530000000 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
