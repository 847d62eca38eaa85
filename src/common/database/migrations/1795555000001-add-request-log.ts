import type { MigrationInterface, QueryRunner } from 'typeorm';

const SLOTS = Array.from({ length: 32 }, (_, slot) => slot);

const partitionOf = (slot: number): string => `api_request_${String(slot).padStart(2, '0')}`;

const TENANT = `institution_id = nullif(current_setting('app.institution_id', true), '')::bigint`;

const TABLE = [
  `CREATE SEQUENCE api_request_order`,
  `GRANT USAGE ON SEQUENCE api_request_order TO corebank_app`,
  `CREATE TABLE "api_request" ("institution_id" bigint NOT NULL, "slot" smallint NOT NULL, "client_id" character varying(40) NOT NULL, "id" bigint NOT NULL DEFAULT nextval('api_request_order'), "at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "method" character varying(10) NOT NULL, "path" character varying(200) NOT NULL, "status" smallint NOT NULL, "code" character varying(60), "duration_ms" integer NOT NULL, "reference" character varying(100), "correlation_id" character varying(100) NOT NULL, "body" json, "answer" json, "lost_before" integer NOT NULL DEFAULT '0', CONSTRAINT "pk_api_request" PRIMARY KEY ("institution_id", "slot", "client_id", "id")) PARTITION BY LIST ("slot")`,
  `CREATE INDEX "ix_api_request_reference" ON "api_request"  ("institution_id", "reference") WHERE reference IS NOT NULL`,
  `CREATE INDEX "ix_api_request_correlation_id" ON "api_request"  ("institution_id", "correlation_id") `,
  `GRANT SELECT, INSERT ON "api_request" TO corebank_app`,
  `ALTER TABLE "api_request" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "api_request" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "api_request" USING (${TENANT}) WITH CHECK (${TENANT})`,
];

/** The calls of API clients, in 32 partitions that are used in turn and emptied whole (docs/api/requests.md#storage). */
export class AddRequestLog1795555000001 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of TABLE) await runner.query(statement);
    for (const slot of SLOTS) {
      const partition = partitionOf(slot);
      await runner.query(`CREATE TABLE "${partition}" PARTITION OF "api_request" FOR VALUES IN (${slot})`);
      await runner.query(`ALTER TABLE "${partition}" ENABLE ROW LEVEL SECURITY`);
      await runner.query(`ALTER TABLE "${partition}" FORCE ROW LEVEL SECURITY`);
      await runner.query(`CREATE POLICY "tenant" ON "${partition}" USING (${TENANT}) WITH CHECK (${TENANT})`);
      // Rows are read and written through the parent; the partition itself can only be emptied.
      await runner.query(`GRANT TRUNCATE ON "${partition}" TO corebank_app`);
    }
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
