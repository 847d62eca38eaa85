import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `ALTER TABLE "message" ADD "sealed" boolean NOT NULL DEFAULT false`,
  `CREATE TABLE "staff_one_time_code" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "staff_id" bigint NOT NULL, "purpose" character varying(30) NOT NULL, "code_hash" bytea NOT NULL, "expires_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "used_at" TIMESTAMP(3) WITH TIME ZONE, CONSTRAINT "pk_staff_one_time_code" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE UNIQUE INDEX "uq_staff_one_time_code_hash" ON "staff_one_time_code"  ("institution_id", "staff_id", "code_hash") `,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "staff_one_time_code" TO corebank_app`,
  `ALTER TABLE "staff_one_time_code" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "staff_one_time_code" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "staff_one_time_code" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
];

/** One-time codes with which staff set their own passwords, and sealed messages that carry them. */
export class AddOneTimeCodes1795320000000 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
