import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `CREATE TABLE "fixed_deposit_order" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "deposit_id" bigint NOT NULL, "kind" character varying(10) NOT NULL, "status" character varying(20) NOT NULL, "reference_number" character varying(100) NOT NULL, "amount_kobo" bigint NOT NULL, "is_full" boolean NOT NULL, "source_account_id" bigint, "approval_id" bigint, "posting_id" bigint, "created_by" character varying(120) NOT NULL, "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "pk_fixed_deposit_order" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE INDEX "ix_fixed_deposit_order_deposit" ON "fixed_deposit_order"  ("institution_id", "deposit_id", "id") `,
  `CREATE UNIQUE INDEX "uq_fixed_deposit_order_reference" ON "fixed_deposit_order"  ("institution_id", "reference_number") `,
  `CREATE TABLE "fixed_deposit_part" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "deposit_id" bigint NOT NULL, "amount_kobo" bigint NOT NULL, "effective_date" date NOT NULL, CONSTRAINT "pk_fixed_deposit_part" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE INDEX "ix_fixed_deposit_part_deposit" ON "fixed_deposit_part"  ("institution_id", "deposit_id", "id") `,
  `CREATE TABLE "fixed_deposit" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "contract_no" character varying(30) NOT NULL, "account_number" character varying(10) NOT NULL, "term" smallint NOT NULL, "account_name" character varying(250) NOT NULL, "ledger_account_id" bigint NOT NULL, "customer_id" bigint NOT NULL, "customer_number" character varying(8) NOT NULL, "product_id" bigint NOT NULL, "product_code" character varying(20) NOT NULL, "branch_id" bigint NOT NULL, "account_officer_staff_code" character varying(20) NOT NULL, "source_account_id" bigint, "source_account" character varying(20), "liquidation_account_type" smallint NOT NULL, "liquidation_account_id" bigint NOT NULL, "liquidation_account" character varying(20) NOT NULL, "principal_kobo" bigint NOT NULL, "interest_rate" numeric(9,4) NOT NULL, "rate_agreed" boolean NOT NULL, "product_rate_id" bigint, "tenure_days" integer NOT NULL, "start_date" date NOT NULL, "maturity_date" date NOT NULL, "apply_rollover" character varying(20) NOT NULL, "interest_payment" character varying(10) NOT NULL, "status" character varying(20) NOT NULL, "day_count" character varying(20) NOT NULL, "early_liquidation_penalty_percent" numeric(9,4) NOT NULL, "withholding_tax_percent" numeric(9,4) NOT NULL, "min_principal_kobo" bigint NOT NULL, "max_principal_kobo" bigint NOT NULL, "interest_expense_gl_account_id" bigint NOT NULL, "interest_payable_gl_account_id" bigint NOT NULL, "prepaid_interest_gl_account_id" bigint NOT NULL, "withholding_tax_payable_gl_account_id" bigint NOT NULL, "accrued_through" date NOT NULL, "accrued_kobo" bigint NOT NULL, "paid_through" date NOT NULL, "paid_kobo" bigint NOT NULL, "settled_kobo" bigint NOT NULL, "tax_withheld_kobo" bigint NOT NULL, "due_date" date NOT NULL, "reference_number" character varying(100) NOT NULL, "approval_id" bigint, "closed_on" date, "created_by" character varying(120) NOT NULL, "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "pk_fixed_deposit" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE INDEX "ix_fixed_deposit_source" ON "fixed_deposit"  ("institution_id", "source_account_id") WHERE status IN ('PendingApproval', 'Active')`,
  `CREATE INDEX "ix_fixed_deposit_liquidation" ON "fixed_deposit"  ("institution_id", "liquidation_account_id") WHERE status IN ('PendingApproval', 'Active')`,
  `CREATE INDEX "ix_fixed_deposit_due" ON "fixed_deposit"  ("institution_id", "due_date", "id") WHERE status = 'Active'`,
  `CREATE INDEX "ix_fixed_deposit_maturity" ON "fixed_deposit"  ("institution_id", "maturity_date", "id") `,
  `CREATE INDEX "ix_fixed_deposit_status" ON "fixed_deposit"  ("institution_id", "status", "id") `,
  `CREATE INDEX "ix_fixed_deposit_product" ON "fixed_deposit"  ("institution_id", "product_id", "id") `,
  `CREATE INDEX "ix_fixed_deposit_customer" ON "fixed_deposit"  ("institution_id", "customer_id", "id") `,
  `CREATE UNIQUE INDEX "uq_fixed_deposit_open" ON "fixed_deposit"  ("institution_id", "ledger_account_id") WHERE status IN ('PendingApproval', 'Active')`,
  `CREATE UNIQUE INDEX "uq_fixed_deposit_term" ON "fixed_deposit"  ("institution_id", "account_number", "term") `,
  `CREATE UNIQUE INDEX "uq_fixed_deposit_contract_no" ON "fixed_deposit"  ("institution_id", "contract_no") `,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "fixed_deposit_order" TO corebank_app`,
  `ALTER TABLE "fixed_deposit_order" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "fixed_deposit_order" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "fixed_deposit_order" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "fixed_deposit_part" TO corebank_app`,
  `ALTER TABLE "fixed_deposit_part" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "fixed_deposit_part" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "fixed_deposit_part" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "fixed_deposit" TO corebank_app`,
  `ALTER TABLE "fixed_deposit" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "fixed_deposit" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "fixed_deposit" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
];

/** Fixed deposits, their parts and what is asked of them. */
export class AddFixedDeposits1795274901240 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
