import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `CREATE TABLE "api_client_limit" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "client_id" character varying(40) NOT NULL, "per_call_kobo" bigint, "per_day_kobo" bigint, "used_kobo" bigint NOT NULL DEFAULT '0', "used_on" date, CONSTRAINT "pk_api_client_limit" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE UNIQUE INDEX "uq_api_client_limit_client_id" ON "api_client_limit"  ("institution_id", "client_id") `,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "api_client_limit" TO corebank_app`,
  `ALTER TABLE "api_client_limit" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "api_client_limit" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "api_client_limit" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `ALTER TABLE "suspicious_transaction" ALTER COLUMN "hold_id" DROP NOT NULL`,
  `ALTER TABLE "suspicious_transaction" ALTER COLUMN "approval_id" DROP NOT NULL`,
  `ALTER TABLE "suspicious_transaction" ALTER COLUMN "rule_id" DROP NOT NULL`,
];

/** The amounts of API clients; suspicious transactions that were posted and not held. */
export class AddClientLimits1795380000000 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  name = 'AddClientLimits1795380000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
