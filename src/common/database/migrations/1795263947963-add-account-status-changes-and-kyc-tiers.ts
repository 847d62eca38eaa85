import type { MigrationInterface, QueryRunner } from 'typeorm';

const TENANT = `institution_id = nullif(current_setting('app.institution_id', true), '')::bigint`;

const STATEMENTS = [
  `CREATE TABLE "account_status_change" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "account_id" bigint NOT NULL, "account_number" character varying(20) NOT NULL, "from_status" character varying(20) NOT NULL, "to_status" character varying(20) NOT NULL, "reason" character varying(500), "actor" character varying(120) NOT NULL, "checker" character varying(120), "at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "pk_account_status_change" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE INDEX "ix_account_status_change_account" ON "account_status_change" ("institution_id", "account_number", "at", "id")`,
  `CREATE INDEX "ix_account_status_change_at" ON "account_status_change" ("institution_id", "at", "id")`,
  `GRANT SELECT, INSERT ON "account_status_change" TO corebank_app`,
  `ALTER TABLE "account_status_change" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "account_status_change" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "account_status_change" USING (${TENANT}) WITH CHECK (${TENANT})`,
  `ALTER TABLE "deposit_account" ADD "pending_approval_id" bigint`,
  `ALTER TABLE "ledger_account" ADD "kyc_tier" smallint`,
  // Without this the owner, who is no superuser everywhere, would see and change no row of any institution.
  `ALTER TABLE "deposit_account" NO FORCE ROW LEVEL SECURITY`,
  `ALTER TABLE "ledger_account" NO FORCE ROW LEVEL SECURITY`,
  `UPDATE "ledger_account" l SET "kyc_tier" = d."kyc_tier" FROM "deposit_account" d WHERE d."institution_id" = l."institution_id" AND d."id" = l."id"`,
  `ALTER TABLE "deposit_account" FORCE ROW LEVEL SECURITY`,
  `ALTER TABLE "ledger_account" FORCE ROW LEVEL SECURITY`,
];

/** The history of account statuses, the approval a change of status waits for, and KYC tiers on the accounts of record. */
export class AddAccountStatusChangesAndKycTiers1795263947963 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
