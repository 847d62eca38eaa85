import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `CREATE TABLE "group_loan" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "product_id" bigint NOT NULL, "name" character varying(250) NOT NULL, "reference_number" character varying(100) NOT NULL, "status" character varying(20) NOT NULL, "approval_id" bigint, "notes" character varying(1000), "created_by" character varying(120) NOT NULL, "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "pk_group_loan" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE INDEX "ix_group_loan_status" ON "group_loan"  ("institution_id", "status", "id") `,
  `CREATE UNIQUE INDEX "uq_group_loan_reference" ON "group_loan"  ("institution_id", "reference_number") `,
  `CREATE TABLE "loan_contract" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "loan_id" bigint NOT NULL, "version" smallint NOT NULL, "principal_kobo" bigint NOT NULL, "interest_rate" numeric(9,4) NOT NULL, "rate_basis" smallint NOT NULL, "tenure" integer NOT NULL, "number_of_repayments" integer NOT NULL, "frequency" smallint NOT NULL, "repayment_every" smallint NOT NULL, "interest_computation_model" smallint NOT NULL, "principal_repayment_type" smallint NOT NULL, "interest_payment_type" smallint NOT NULL, "day_count" character varying(20) NOT NULL, "moratorium" smallint NOT NULL, "moratorium_periods" smallint NOT NULL, "moratorium_interest" character varying(10) NOT NULL, "effective_date" date NOT NULL, "interest_accrual_start_date" date, "first_repayment_date" date, "arrears_interest_rate" numeric(9,4) NOT NULL, "arrears_interest_base" character varying(20) NOT NULL, "failed_repayment_grace_period" smallint NOT NULL, "arrears_interest_from_end_of_grace" boolean NOT NULL, "penalty_kind" character varying(10) NOT NULL, "penalty_amount_kobo" bigint, "penalty_rate" numeric(9,4), "penalty_grace_days" smallint NOT NULL, "suspense_after_days" smallint NOT NULL, "allocation_order" text array NOT NULL, "fee" jsonb, "security_deposit_kobo" bigint NOT NULL DEFAULT '0', "allow_disbursement_to_gl" boolean NOT NULL, "disbursement_gl_account_id" bigint, "particulars" jsonb NOT NULL, "interest_receivable_gl_account_id" bigint NOT NULL, "fee_receivable_gl_account_id" bigint NOT NULL, "default_receivable_gl_account_id" bigint NOT NULL, "penalty_receivable_gl_account_id" bigint NOT NULL, "unearned_interest_gl_account_id" bigint NOT NULL, "interest_in_suspense_gl_account_id" bigint NOT NULL, "interest_income_gl_account_id" bigint NOT NULL, "default_income_gl_account_id" bigint NOT NULL, "penalty_income_gl_account_id" bigint NOT NULL, "recovery_income_gl_account_id" bigint NOT NULL, "loan_loss_gl_account_id" bigint NOT NULL, "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "pk_loan_contract" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE UNIQUE INDEX "uq_loan_contract_version" ON "loan_contract"  ("institution_id", "loan_id", "version") `,
  `CREATE TABLE "loan_instalment" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "loan_id" bigint NOT NULL, "contract_id" bigint NOT NULL, "number" integer NOT NULL, "period_start" date NOT NULL, "due_date" date NOT NULL, "opening_balance_kobo" bigint NOT NULL, "closing_balance_kobo" bigint NOT NULL, "earned_interest" numeric(30,10) NOT NULL, "capitalised_kobo" bigint NOT NULL DEFAULT '0', "principal_due_kobo" bigint NOT NULL, "interest_due_kobo" bigint NOT NULL, "fee_due_kobo" bigint NOT NULL DEFAULT '0', "fee_vat_kobo" bigint NOT NULL DEFAULT '0', "default_due_kobo" bigint NOT NULL DEFAULT '0', "penalty_due_kobo" bigint NOT NULL DEFAULT '0', "principal_paid_kobo" bigint NOT NULL DEFAULT '0', "interest_paid_kobo" bigint NOT NULL DEFAULT '0', "fee_paid_kobo" bigint NOT NULL DEFAULT '0', "default_paid_kobo" bigint NOT NULL DEFAULT '0', "penalty_paid_kobo" bigint NOT NULL DEFAULT '0', "arrears_interest" numeric(30,10) NOT NULL DEFAULT '0', "arrears_through" date, "paid_date" date, CONSTRAINT "pk_loan_instalment" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE INDEX "ix_loan_instalment_due" ON "loan_instalment"  ("institution_id", "due_date", "id") `,
  `CREATE UNIQUE INDEX "uq_loan_instalment_number" ON "loan_instalment"  ("institution_id", "loan_id", "number") `,
  `CREATE TABLE "loan_review" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "analysis_type" character varying(40) NOT NULL, "subject_id" bigint NOT NULL, "snapshot" jsonb NOT NULL, "credit_bureau" jsonb NOT NULL, "review" text, "requested_by" character varying(120) NOT NULL, "generated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "pk_loan_review" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE INDEX "ix_loan_review_subject" ON "loan_review"  ("institution_id", "subject_id", "id") `,
  `CREATE TABLE "loan_transaction" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "loan_id" bigint NOT NULL, "kind" character varying(20) NOT NULL, "posting_id" bigint, "reference" character varying(100) NOT NULL, "business_date" date NOT NULL, "amount_kobo" bigint NOT NULL, "principal_kobo" bigint NOT NULL DEFAULT '0', "interest_kobo" bigint NOT NULL DEFAULT '0', "fee_kobo" bigint NOT NULL DEFAULT '0', "default_kobo" bigint NOT NULL DEFAULT '0', "penalty_kobo" bigint NOT NULL DEFAULT '0', "details" jsonb, "notes" character varying(1000), "created_by" character varying(120) NOT NULL, "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "pk_loan_transaction" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE INDEX "ix_loan_transaction_loan" ON "loan_transaction"  ("institution_id", "loan_id", "id") `,
  `CREATE TABLE "loan" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "loan_account_number" character varying(20) NOT NULL, "reference_number" character varying(100) NOT NULL, "status" character varying(20) NOT NULL, "customer_id" bigint NOT NULL, "linked_account_id" bigint NOT NULL, "linked_number" character varying(20) NOT NULL, "product_id" bigint NOT NULL, "branch_id" bigint NOT NULL, "account_officer_staff_id" character varying(50), "agent_id" bigint, "group_loan_id" bigint, "preferred_partner_reference" character varying(100), "contract_id" bigint NOT NULL, "approval_id" bigint, "principal_kobo" bigint NOT NULL, "interest_rate" numeric(9,4) NOT NULL, "tenure" integer NOT NULL, "start_date" date NOT NULL, "disbursement_date" date, "maturity_date" date, "closed_date" date, "restructured_date" date, "interest_account_id" bigint, "fee_account_id" bigint, "default_account_id" bigint, "penalty_account_id" bigint, "unearned_account_id" bigint, "disbursed_kobo" bigint NOT NULL DEFAULT '0', "principal_repaid_kobo" bigint NOT NULL DEFAULT '0', "principal_written_off_kobo" bigint NOT NULL DEFAULT '0', "outstanding_principal_kobo" bigint NOT NULL DEFAULT '0', "outstanding_interest_kobo" bigint NOT NULL DEFAULT '0', "outstanding_fee_kobo" bigint NOT NULL DEFAULT '0', "outstanding_default_kobo" bigint NOT NULL DEFAULT '0', "outstanding_penalty_kobo" bigint NOT NULL DEFAULT '0', "overdue_kobo" bigint NOT NULL DEFAULT '0', "overdue_since" date, "next_due_date" date, "next_due_kobo" bigint NOT NULL DEFAULT '0', "classification" character varying(20) NOT NULL DEFAULT 'Performing', "interest_accrued_kobo" bigint NOT NULL DEFAULT '0', "accrued_through" date, "suspended_interest_kobo" bigint NOT NULL DEFAULT '0', "fee_accrued_kobo" bigint NOT NULL DEFAULT '0', "written_off_kobo" bigint NOT NULL DEFAULT '0', "recovered_kobo" bigint NOT NULL DEFAULT '0', "mandate_status" character varying(20) NOT NULL DEFAULT 'None', "notes" character varying(1000), "created_by" character varying(120) NOT NULL, "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "pk_loan" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE INDEX "ix_loan_group" ON "loan"  ("institution_id", "group_loan_id", "id") WHERE group_loan_id IS NOT NULL`,
  `CREATE INDEX "ix_loan_start" ON "loan"  ("institution_id", "start_date", "id") `,
  `CREATE INDEX "ix_loan_status" ON "loan"  ("institution_id", "status", "id") `,
  `CREATE INDEX "ix_loan_branch" ON "loan"  ("institution_id", "branch_id", "id") `,
  `CREATE INDEX "ix_loan_product" ON "loan"  ("institution_id", "product_id", "id") `,
  `CREATE INDEX "ix_loan_officer" ON "loan"  ("institution_id", "account_officer_staff_id", "id") `,
  `CREATE INDEX "ix_loan_agent" ON "loan"  ("institution_id", "agent_id", "id") WHERE agent_id IS NOT NULL`,
  `CREATE INDEX "ix_loan_linked" ON "loan"  ("institution_id", "linked_account_id", "id") `,
  `CREATE INDEX "ix_loan_customer" ON "loan"  ("institution_id", "customer_id", "id") `,
  `CREATE UNIQUE INDEX "uq_loan_reference" ON "loan"  ("institution_id", "reference_number") `,
  `CREATE UNIQUE INDEX "uq_loan_number" ON "loan"  ("institution_id", "loan_account_number") `,
  `ALTER TABLE "ledger_account" ALTER COLUMN "number" TYPE character varying(40)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "group_loan" TO corebank_app`,
  `ALTER TABLE "group_loan" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "group_loan" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "group_loan" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "loan_contract" TO corebank_app`,
  `ALTER TABLE "loan_contract" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "loan_contract" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "loan_contract" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "loan_instalment" TO corebank_app`,
  `ALTER TABLE "loan_instalment" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "loan_instalment" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "loan_instalment" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `GRANT SELECT, INSERT ON "loan_review" TO corebank_app`,
  `ALTER TABLE "loan_review" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "loan_review" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "loan_review" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `GRANT SELECT, INSERT ON "loan_transaction" TO corebank_app`,
  `ALTER TABLE "loan_transaction" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "loan_transaction" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "loan_transaction" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "loan" TO corebank_app`,
  `ALTER TABLE "loan" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "loan" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "loan" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
];

/** Loans, their contracts, schedules, transactions and reviews; numbers of contracts' accounts are longer. */
export class AddLoans1795273620467 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
