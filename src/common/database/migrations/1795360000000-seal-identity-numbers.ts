import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `ALTER TABLE "customer" ADD "sealed_bvn" character varying(400)`,
  `ALTER TABLE "customer" ADD "sealed_nin" character varying(400)`,
  `ALTER TABLE "customer" ADD "sealed_tin" character varying(400)`,
  `ALTER TABLE "customer" ADD "sealed_identification_number" character varying(400)`,
  `ALTER TABLE "virtual_account" ADD "sealed_bvn" character varying(400)`,
  `ALTER TABLE "virtual_account" ADD "sealed_nin" character varying(400)`,
  `ALTER TABLE "virtual_account" ADD "sealed_tin" character varying(400)`,
  `ALTER TABLE "virtual_account" ADD "sealed_identification_number" character varying(400)`,
  `ALTER TABLE "customer" ADD "bvn_index" bytea`,
  `ALTER TABLE "customer" ADD "nin_index" bytea`,
  `CREATE UNIQUE INDEX "uq_customer_bvn_index" ON "customer"  ("institution_id", "bvn_index") WHERE bvn_index IS NOT NULL`,
  `CREATE UNIQUE INDEX "uq_customer_nin_index" ON "customer"  ("institution_id", "nin_index") WHERE nin_index IS NOT NULL`,
  `ALTER TABLE "name_enquiry" ADD "sealed_bvn" character varying(400)`,
  `CREATE TABLE "identity_sealing" ("institution_id" bigint NOT NULL, "place" character varying(40) NOT NULL, "key_id" character varying(8) NOT NULL, "position" character varying(150) NOT NULL, "sealed_rows" integer NOT NULL DEFAULT '0', "failed_rows" integer NOT NULL DEFAULT '0', "started_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "finished_at" TIMESTAMP(3) WITH TIME ZONE, CONSTRAINT "pk_identity_sealing" PRIMARY KEY ("institution_id", "place"))`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "identity_sealing" TO corebank_app`,
  `ALTER TABLE "identity_sealing" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "identity_sealing" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "identity_sealing" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
];

/**
 * Columns for sealed identity numbers and their indexes. Existing numbers stay where they are until the program has
 * sealed them in the background (`IdentitySealer`). Programs before 0.2.0 do not find sealed numbers: they would accept
 * one BVN for two customers.
 */
export class SealIdentityNumbers1795360000000 implements MigrationInterface {
  static readonly oldestProgram = '0.2.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
