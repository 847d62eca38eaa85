import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `CREATE TABLE "loan_event" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "loan_id" bigint NOT NULL, "kind" character varying(20) NOT NULL, "posting_id" bigint, "reference" character varying(100) NOT NULL, "value_date" date NOT NULL, "business_date" date NOT NULL, "contract_id" bigint NOT NULL, "contract_version" smallint NOT NULL, "amount_kobo" bigint NOT NULL, "inputs" jsonb NOT NULL, "source_legs" jsonb, "before" jsonb, "reverses_id" bigint, "created_by" character varying(120) NOT NULL, "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "pk_loan_event" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE UNIQUE INDEX "uq_loan_event_reverses" ON "loan_event"  ("institution_id", "reverses_id") WHERE reverses_id IS NOT NULL`,
  `CREATE INDEX "ix_loan_event_loan" ON "loan_event"  ("institution_id", "loan_id", "id") `,
  `GRANT SELECT, INSERT ON "loan_event" TO corebank_app`,
  `ALTER TABLE "loan_event" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "loan_event" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "loan_event" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
];

/**
 * A row for each act on a loan. Acts from before have none, and an older program beside this one writes none: such acts
 * are not reversed (docs/domain/loans.md#reversal).
 */
export class AddLoanEvents1795540000000 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
