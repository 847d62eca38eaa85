import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `CREATE TABLE "dormancy_review" ("institution_id" bigint NOT NULL, "account_id" bigint NOT NULL, "review_on" date NOT NULL, CONSTRAINT "pk_dormancy_review" PRIMARY KEY ("institution_id", "account_id"))`,
  `CREATE TABLE "interest_posting" ("institution_id" bigint NOT NULL, "account_id" bigint NOT NULL, "kind" character varying(10) NOT NULL, "through_date" date NOT NULL, "accrued_kobo" numeric(32,12) NOT NULL, "gross_kobo" bigint NOT NULL, "tax_kobo" bigint NOT NULL, "posting_id" bigint NOT NULL, CONSTRAINT "pk_interest_posting" PRIMARY KEY ("institution_id", "account_id", "kind", "through_date"))`,
  `CREATE TABLE "interest_total" ("institution_id" bigint NOT NULL, "kind" character varying(10) NOT NULL, "product_id" bigint NOT NULL, "branch_id" bigint NOT NULL, "accrued_kobo" numeric(32,12) NOT NULL, "booked_kobo" bigint NOT NULL DEFAULT '0', "ledger_id" bigint, "is_booked" boolean NOT NULL, CONSTRAINT "pk_interest_total" PRIMARY KEY ("institution_id", "kind", "product_id", "branch_id"))`,
  `CREATE TABLE "overdraft_accrual" ("institution_id" bigint NOT NULL, "accrued_on" date NOT NULL, "account_id" bigint NOT NULL, "balance_kobo" bigint NOT NULL, "rate" numeric(9,4) NOT NULL, "accrued_kobo" numeric(32,12) NOT NULL, "cumulative_kobo" numeric(32,12) NOT NULL, CONSTRAINT "pk_overdraft_accrual" PRIMARY KEY ("institution_id", "accrued_on", "account_id"))`,
  `CREATE TABLE "overdraft_interest" ("institution_id" bigint NOT NULL, "account_id" bigint NOT NULL, "product_id" bigint NOT NULL, "branch_id" bigint NOT NULL, "accrued_kobo" numeric(32,12) NOT NULL, "entry_seq" bigint NOT NULL, "accrued_through" date NOT NULL, "posted_through" date, CONSTRAINT "pk_overdraft_interest" PRIMARY KEY ("institution_id", "account_id")) WITH (fillfactor = 45)`,
  `CREATE TABLE "savings_accrual" ("institution_id" bigint NOT NULL, "accrued_on" date NOT NULL, "account_id" bigint NOT NULL, "balance_kobo" bigint NOT NULL, "rate" numeric(9,4) NOT NULL, "accrued_kobo" numeric(32,12) NOT NULL, "cumulative_kobo" numeric(32,12) NOT NULL, CONSTRAINT "pk_savings_accrual" PRIMARY KEY ("institution_id", "accrued_on", "account_id"))`,
  `CREATE TABLE "savings_interest" ("institution_id" bigint NOT NULL, "account_id" bigint NOT NULL, "product_id" bigint NOT NULL, "branch_id" bigint NOT NULL, "accrued_kobo" numeric(32,12) NOT NULL, "entry_seq" bigint NOT NULL, "accrued_through" date NOT NULL, "posted_through" date, CONSTRAINT "pk_savings_interest" PRIMARY KEY ("institution_id", "account_id")) WITH (fillfactor = 45)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "dormancy_review" TO corebank_app`,
  `ALTER TABLE "dormancy_review" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "dormancy_review" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "dormancy_review" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `GRANT SELECT, INSERT ON "interest_posting" TO corebank_app`,
  `ALTER TABLE "interest_posting" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "interest_posting" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "interest_posting" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "interest_total" TO corebank_app`,
  `ALTER TABLE "interest_total" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "interest_total" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "interest_total" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `GRANT SELECT, INSERT ON "overdraft_accrual" TO corebank_app`,
  `ALTER TABLE "overdraft_accrual" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "overdraft_accrual" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "overdraft_accrual" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "overdraft_interest" TO corebank_app`,
  `ALTER TABLE "overdraft_interest" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "overdraft_interest" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "overdraft_interest" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `GRANT SELECT, INSERT ON "savings_accrual" TO corebank_app`,
  `ALTER TABLE "savings_accrual" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "savings_accrual" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "savings_accrual" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "savings_interest" TO corebank_app`,
  `ALTER TABLE "savings_interest" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "savings_interest" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "savings_interest" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
];

/** Interest on accounts and dormancy. Unposted interest changes every night, so its pages have room for a second version of every row. */
export class AddInterest1795274752246 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
