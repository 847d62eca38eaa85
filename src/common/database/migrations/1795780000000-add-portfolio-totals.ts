import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `CREATE TABLE "loan_portfolio_total" ("institution_id" bigint NOT NULL, "date" date NOT NULL, "loans" integer NOT NULL, "principal_kobo" bigint NOT NULL, "at_risk30_kobo" bigint NOT NULL, "at_risk90_kobo" bigint NOT NULL, CONSTRAINT "pk_loan_portfolio_total" PRIMARY KEY ("institution_id", "date"))`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "loan_portfolio_total" TO corebank_app`,
  `ALTER TABLE "loan_portfolio_total" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "loan_portfolio_total" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "loan_portfolio_total" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
];

/** Sums of the positions of loans, one row for each closed day. */
export class AddPortfolioTotals1795780000000 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
