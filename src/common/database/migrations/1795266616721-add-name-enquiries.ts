import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `CREATE TABLE "name_enquiry" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "reference" character varying(100) NOT NULL, "provider" character varying(20) NOT NULL, "destination_institution_code" character varying(6) NOT NULL, "bank_name" character varying(200) NOT NULL, "account_number" character varying(10) NOT NULL, "account_name" character varying(200) NOT NULL, "bank_verification_number" character varying(11), "kyc_level" smallint, "requested_by" character varying(120) NOT NULL, "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "pk_name_enquiry" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE INDEX "ix_name_enquiry_created" ON "name_enquiry"  ("institution_id", "created_at") `,
  `CREATE INDEX "ix_name_enquiry_reference" ON "name_enquiry"  ("institution_id", "reference", "created_at") `,
  `CREATE INDEX "ix_payout_unresolved" ON "payout"  ("institution_id", "kind", "created_at", "id") WHERE "status" IN ('Failed', 'ConfirmManually') OR "disputed"`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "name_enquiry" TO corebank_app`,
  `ALTER TABLE "name_enquiry" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "name_enquiry" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "name_enquiry" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
];

/** Name enquiries of transfers to other institutions, and the payouts that wait for staff. */
export class AddNameEnquiries1795266616721 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
