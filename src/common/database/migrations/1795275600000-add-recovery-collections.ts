import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `CREATE TABLE "recovery_collection" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "transaction_reference" character varying(100) NOT NULL, "loan_id" bigint NOT NULL, "posting_id" bigint NOT NULL, "debited_kobo" bigint NOT NULL, "settlement_kobo" bigint NOT NULL, "recovery_fee_kobo" bigint NOT NULL, "surplus_kobo" bigint NOT NULL, "surplus_account_id" bigint NOT NULL, "fingerprint" bytea NOT NULL, "answer" text NOT NULL, "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "pk_recovery_collection" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE INDEX "ix_recovery_collection_loan" ON "recovery_collection"  ("institution_id", "loan_id", "id") `,
  `CREATE UNIQUE INDEX "uq_recovery_collection_reference" ON "recovery_collection"  ("institution_id", "transaction_reference") `,
  `GRANT SELECT, INSERT ON "recovery_collection" TO corebank_app`,
  `ALTER TABLE "recovery_collection" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "recovery_collection" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "recovery_collection" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
];

/** Add Recovery Collections. */
export class AddRecoveryCollections1795275600000 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
