import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `CREATE TABLE "loan_position" ("institution_id" bigint NOT NULL, "loan_id" bigint NOT NULL, "date" date NOT NULL, "until" date NOT NULL DEFAULT '9999-12-31', "branch_id" bigint NOT NULL, "product_id" bigint NOT NULL, "account_officer_staff_id" character varying(50), "agent_id" bigint, "classification" character varying(20) NOT NULL, "stage" smallint NOT NULL, "overdue_since" date, "principal_kobo" bigint NOT NULL, "exposure_kobo" bigint NOT NULL, "prudential_kobo" bigint NOT NULL, "expected_loss_kobo" bigint NOT NULL, "allowance_kobo" bigint NOT NULL, "used_kobo" bigint NOT NULL DEFAULT '0', CONSTRAINT "pk_loan_position" PRIMARY KEY ("institution_id", "loan_id", "date"))`,
  `CREATE INDEX "ix_loan_position_until" ON "loan_position"  ("institution_id", "until", "date") `,
  `CREATE TABLE "loan_provision_account" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "branch_id" bigint NOT NULL, "product_id" bigint NOT NULL, "classification" character varying(20) NOT NULL, CONSTRAINT "pk_loan_provision_account" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE UNIQUE INDEX "uq_loan_provision_account" ON "loan_provision_account"  ("institution_id", "branch_id", "product_id", "classification") `,
  `ALTER TABLE "loan" ADD "inherited_classification" character varying(20)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "loan_position" TO corebank_app`,
  `ALTER TABLE "loan_position" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "loan_position" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "loan_position" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "loan_provision_account" TO corebank_app`,
  `ALTER TABLE "loan_provision_account" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "loan_provision_account" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "loan_provision_account" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
];

/** Positions of loans at the end of each day, the accounts of their provisions, and classes inherited from a customer. */
export class AddLoanPositions1795440000000 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
