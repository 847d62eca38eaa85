import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `CREATE TABLE "till" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "account_number" character varying(20) NOT NULL, "name" character varying(250) NOT NULL, "branch_id" bigint NOT NULL, "teller_staff_code" character varying(20) NOT NULL, "currency" character varying(3) NOT NULL, "cash_limit_kobo" bigint, "status" character varying(10) NOT NULL, "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "pk_till" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE INDEX "ix_till_branch" ON "till" ("institution_id", "branch_id", "id")`,
  `CREATE INDEX "ix_till_teller" ON "till" ("institution_id", "teller_staff_code", "id")`,
  `CREATE UNIQUE INDEX "uq_till_active_teller" ON "till" ("institution_id", "teller_staff_code") WHERE status = 'Active'`,
  `CREATE UNIQUE INDEX "uq_till_account_number" ON "till" ("institution_id", "account_number")`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "till" TO corebank_app`,
  `ALTER TABLE "till" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "till" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "till" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
];

/** Tellers' tills. */
export class AddTills1795263850500 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
