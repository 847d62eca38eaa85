import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `CREATE TABLE "lien" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "account_id" bigint NOT NULL, "account_number" character varying(20) NOT NULL, "amount_kobo" bigint NOT NULL, "reference_number" character varying(100) NOT NULL, "held_for" character varying(100), "reason" character varying(250), "form_of_lien" character varying(50), "expiry_date" date, "status" character varying(10) NOT NULL, "placed_by" character varying(120) NOT NULL, "placed_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "ended_by" character varying(120), "ended_at" TIMESTAMP(3) WITH TIME ZONE, CONSTRAINT "pk_lien" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE INDEX "ix_lien_expiry" ON "lien"  ("institution_id", "expiry_date", "id") WHERE status = 'Active' AND expiry_date IS NOT NULL`,
  `CREATE INDEX "ix_lien_status" ON "lien"  ("institution_id", "status", "id") `,
  `CREATE INDEX "ix_lien_account" ON "lien"  ("institution_id", "account_id", "id") `,
  `CREATE UNIQUE INDEX "uq_lien_held_for" ON "lien"  ("institution_id", "held_for") WHERE held_for IS NOT NULL AND status = 'Active'`,
  `CREATE UNIQUE INDEX "uq_lien_reference" ON "lien"  ("institution_id", "reference_number") WHERE held_for IS NULL`,
  `CREATE TABLE "overdraft" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "account_id" bigint NOT NULL, "account_number" character varying(20) NOT NULL, "limit_kobo" bigint NOT NULL, "interest_rate" numeric(9,4) NOT NULL, "start_date" date NOT NULL, "expiry_date" date NOT NULL, "reference_number" character varying(100) NOT NULL, "status" character varying(20) NOT NULL, "in_force" boolean NOT NULL, "approval_id" bigint, "created_by" character varying(120) NOT NULL, "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "pk_overdraft" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE INDEX "ix_overdraft_start" ON "overdraft"  ("institution_id", "start_date", "id") WHERE status = 'Active' AND NOT in_force`,
  `CREATE INDEX "ix_overdraft_expiry" ON "overdraft"  ("institution_id", "expiry_date", "id") WHERE status = 'Active'`,
  `CREATE INDEX "ix_overdraft_status" ON "overdraft"  ("institution_id", "status", "id") `,
  `CREATE INDEX "ix_overdraft_account" ON "overdraft"  ("institution_id", "account_id", "id") `,
  `CREATE UNIQUE INDEX "uq_overdraft_open" ON "overdraft"  ("institution_id", "account_id") WHERE status IN ('PendingApproval', 'Active')`,
  `CREATE UNIQUE INDEX "uq_overdraft_reference" ON "overdraft"  ("institution_id", "reference_number") `,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "lien" TO corebank_app`,
  `ALTER TABLE "lien" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "lien" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "lien" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "overdraft" TO corebank_app`,
  `ALTER TABLE "overdraft" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "overdraft" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "overdraft" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
];

/** Liens and overdrafts. */
export class AddLiensAndOverdrafts1795263654092 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
