import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `CREATE TABLE "till_count" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "till_id" bigint NOT NULL, "business_date" date NOT NULL, "counted_kobo" bigint NOT NULL, "ledger_kobo" bigint NOT NULL, "denominations" jsonb NOT NULL, "note" character varying(500), "status" character varying(20) NOT NULL, "approval_id" bigint, "posting_id" bigint, "counted_by" character varying(120) NOT NULL, "counted_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "pk_till_count" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE UNIQUE INDEX "uq_till_count_pending" ON "till_count"  ("institution_id", "till_id") WHERE status = 'PendingApproval'`,
  `CREATE INDEX "ix_till_count_till" ON "till_count"  ("institution_id", "till_id", "business_date", "id") `,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "till_count" TO corebank_app`,
  `ALTER TABLE "till_count" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "till_count" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "till_count" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
];

/** Counts of the cash of tills. */
export class AddTillCounts1795781000000 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
