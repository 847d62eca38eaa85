import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `CREATE TABLE "product_fee" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "product_id" bigint NOT NULL, "name" character varying(100) NOT NULL, "kind" character varying(10) NOT NULL, "amount_kobo" bigint, "rate" numeric(9,4), "vat_applies" boolean NOT NULL, "income_gl_account_id" bigint NOT NULL, "charged" character varying(15) NOT NULL, "status" character varying(10) NOT NULL, "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "pk_product_fee" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE UNIQUE INDEX "uq_product_fee_name" ON "product_fee"  ("institution_id", "product_id", "name") `,
  `CREATE TABLE "product_rate" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "product_id" bigint NOT NULL, "name" character varying(100) NOT NULL, "interest_rate" numeric(9,4) NOT NULL, "rate_basis" smallint NOT NULL, "tiers" jsonb NOT NULL, "status" character varying(10) NOT NULL, "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "pk_product_rate" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE UNIQUE INDEX "uq_product_rate_name" ON "product_rate"  ("institution_id", "product_id", "name") `,
  `CREATE TABLE "fixed_deposit_product_terms" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "min_principal_kobo" bigint NOT NULL, "max_principal_kobo" bigint NOT NULL, "min_tenure_days" integer NOT NULL, "max_tenure_days" integer NOT NULL, "day_count" character varying(20) NOT NULL, "early_liquidation_penalty_percent" numeric(9,4) NOT NULL, "withholding_tax_percent" numeric(9,4) NOT NULL, "interest_payments" text array NOT NULL, "interest_expense_gl_account_id" bigint NOT NULL, "interest_payable_gl_account_id" bigint NOT NULL, "prepaid_interest_gl_account_id" bigint NOT NULL, "withholding_tax_payable_gl_account_id" bigint NOT NULL, CONSTRAINT "pk_fixed_deposit_product_terms" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE TABLE "loan_product_terms" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "min_principal_kobo" bigint NOT NULL, "max_principal_kobo" bigint NOT NULL, "min_tenure" integer NOT NULL, "max_tenure" integer NOT NULL, "lending_model" smallint NOT NULL, "rate_basis" smallint NOT NULL, "interest_computation_model" smallint NOT NULL, "principal_repayment_type" smallint NOT NULL, "principal_repayment_every" smallint NOT NULL, "principal_repayment_frequency" smallint NOT NULL, "interest_payment_type" smallint NOT NULL, "day_count" character varying(20) NOT NULL, "moratorium" smallint NOT NULL, "moratorium_periods" smallint NOT NULL, "moratorium_interest" character varying(10) NOT NULL, "arrears_interest_rate" numeric(9,4) NOT NULL, "arrears_interest_base" character varying(20) NOT NULL, "failed_repayment_grace_period" smallint NOT NULL, "arrears_interest_from_end_of_grace" boolean NOT NULL, "penalty_kind" character varying(10) NOT NULL, "penalty_amount_kobo" bigint, "penalty_rate" numeric(9,4), "penalty_grace_days" smallint NOT NULL, "suspense_after_days" smallint NOT NULL, "allocation_order" text array NOT NULL, "interest_receivable_gl_account_id" bigint NOT NULL, "fee_receivable_gl_account_id" bigint NOT NULL, "default_receivable_gl_account_id" bigint NOT NULL, "penalty_receivable_gl_account_id" bigint NOT NULL, "unearned_interest_gl_account_id" bigint NOT NULL, "interest_in_suspense_gl_account_id" bigint NOT NULL, "interest_income_gl_account_id" bigint NOT NULL, "default_income_gl_account_id" bigint NOT NULL, "penalty_income_gl_account_id" bigint NOT NULL, "recovery_income_gl_account_id" bigint NOT NULL, "loan_loss_gl_account_id" bigint NOT NULL, CONSTRAINT "pk_loan_product_terms" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE TABLE "savings_product_terms" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "interest_tiers" jsonb NOT NULL, "interest_posting" character varying(10) NOT NULL, "day_count" character varying(20) NOT NULL, "withholding_tax_percent" numeric(9,4) NOT NULL, "dormancy_months" smallint NOT NULL, "interest_expense_gl_account_id" bigint NOT NULL, "interest_payable_gl_account_id" bigint NOT NULL, "withholding_tax_payable_gl_account_id" bigint NOT NULL, CONSTRAINT "pk_savings_product_terms" PRIMARY KEY ("institution_id", "id"))`,
  `ALTER TABLE "product" DROP COLUMN "terms"`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "product_fee" TO corebank_app`,
  `ALTER TABLE "product_fee" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "product_fee" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "product_fee" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "product_rate" TO corebank_app`,
  `ALTER TABLE "product_rate" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "product_rate" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "product_rate" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "fixed_deposit_product_terms" TO corebank_app`,
  `ALTER TABLE "fixed_deposit_product_terms" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "fixed_deposit_product_terms" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "fixed_deposit_product_terms" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "loan_product_terms" TO corebank_app`,
  `ALTER TABLE "loan_product_terms" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "loan_product_terms" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "loan_product_terms" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "savings_product_terms" TO corebank_app`,
  `ALTER TABLE "savings_product_terms" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "savings_product_terms" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "savings_product_terms" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
];

/** Rates, fees and typed terms of products, in place of the loose ones. */
export class AddProductTerms1795263972878 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
