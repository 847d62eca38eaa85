import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The tables whose rows are read or filled. Their owner, who is no superuser everywhere, else sees no row of a tenant. */
const FILLED = ['loan', 'ledger_account'];

/** The receivable of a loan's interest is what it owes. */
const INTEREST_OWED = `UPDATE "loan" l SET "interest_owed_kobo" = a.debits_posted_kobo - a.credits_posted_kobo
  FROM "ledger_account" a WHERE a.institution_id = l.institution_id AND a.id = l.interest_account_id`;

/** Interest in suspense beyond what is owed was capitalised: it is part of the principal until that is paid. */
const CAPITALISED_SUSPENSE = `UPDATE "loan" SET
    "suspended_principal_kobo" = suspended_interest_kobo - greatest(interest_owed_kobo, 0),
    "suspended_interest_kobo" = greatest(interest_owed_kobo, 0)
  WHERE suspended_interest_kobo > greatest(interest_owed_kobo, 0)`;

const STATEMENTS = [
  `CREATE TABLE "loan_suspense" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "loan_id" bigint NOT NULL, "kind" character varying(10) NOT NULL, "business_date" date NOT NULL, "classification" character varying(20) NOT NULL, "days_past_due" integer NOT NULL, "interest_kobo" bigint NOT NULL, "fee_kobo" bigint NOT NULL, "default_kobo" bigint NOT NULL, "penalty_kobo" bigint NOT NULL, "earlier_years_kobo" bigint NOT NULL, "posting_id" bigint, "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "pk_loan_suspense" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE INDEX "ix_loan_suspense_date" ON "loan_suspense"  ("institution_id", "business_date", "id") `,
  `CREATE INDEX "ix_loan_suspense_loan" ON "loan_suspense"  ("institution_id", "loan_id", "id") `,
  `ALTER TABLE "loan" ADD "ahead_account_id" bigint`,
  `ALTER TABLE "loan" ADD "interest_owed_kobo" bigint NOT NULL DEFAULT '0'`,
  `ALTER TABLE "loan" ADD "suspended_principal_kobo" bigint NOT NULL DEFAULT '0'`,
  `ALTER TABLE "loan" ADD "suspended_fee_kobo" bigint NOT NULL DEFAULT '0'`,
  `ALTER TABLE "loan" ADD "suspended_default_kobo" bigint NOT NULL DEFAULT '0'`,
  `ALTER TABLE "loan" ADD "suspended_penalty_kobo" bigint NOT NULL DEFAULT '0'`,
  `ALTER TABLE "loan" ADD "suspended_since" date`,
  `ALTER TABLE "loan" ADD "curing_since" date`,
  ...FILLED.map((table) => `ALTER TABLE "${table}" NO FORCE ROW LEVEL SECURITY`),
  INTEREST_OWED,
  CAPITALISED_SUSPENSE,
  ...FILLED.map((table) => `ALTER TABLE "${table}" FORCE ROW LEVEL SECURITY`),
  `GRANT SELECT, INSERT ON "loan_suspense" TO corebank_app`,
  `ALTER TABLE "loan_suspense" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "loan_suspense" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "loan_suspense" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
];

/**
 * Income of non-performing loans in suspense. Loans that are non-performing already are moved by the next end of day,
 * with a posting of its date (docs/domain/loans.md#suspense-at-upgrade).
 */
export class AddLoanSuspense1795390000000 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
