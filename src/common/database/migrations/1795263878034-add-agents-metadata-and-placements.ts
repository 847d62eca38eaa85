import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `CREATE TABLE "agent" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "agent_code" character varying(20) NOT NULL, "name" character varying(250) NOT NULL, "search_name" character varying(250) NOT NULL, "branch_id" bigint NOT NULL, "phone_number" character varying(20), "email_address" character varying(250), "address" character varying(500), "reference_number" character varying(100), "notes" character varying(1000), "status" character varying(20) NOT NULL, "created_by" character varying(120) NOT NULL, "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "pk_agent" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE INDEX "ix_agent_name_order" ON "agent"  ("institution_id", "search_name", "id") `,
  `CREATE INDEX "ix_agent_status" ON "agent"  ("institution_id", "status", "id") `,
  `CREATE INDEX "ix_agent_branch" ON "agent"  ("institution_id", "branch_id", "id") `,
  `CREATE UNIQUE INDEX "uq_agent_reference" ON "agent"  ("institution_id", "reference_number") WHERE reference_number IS NOT NULL`,
  `CREATE UNIQUE INDEX "uq_agent_agent_code" ON "agent"  ("institution_id", "agent_code") `,
  `CREATE TABLE "entity_metadata" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "entity_type" character varying(30) NOT NULL, "content" json NOT NULL, "updated_by" character varying(120) NOT NULL, "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "pk_entity_metadata" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE TABLE "placement" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "counterparty" character varying(250) NOT NULL, "search_name" character varying(250) NOT NULL, "amount_kobo" bigint NOT NULL, "rate" numeric(9,4) NOT NULL, "start_date" date NOT NULL, "maturity_date" date NOT NULL, "reference_number" character varying(100), "notes" character varying(1000), "date_closed" date, "closure_reason" character varying(250), "created_by" character varying(120) NOT NULL, "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "pk_placement" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE INDEX "ix_placement_maturity_date" ON "placement"  ("institution_id", "maturity_date", "id") `,
  `CREATE UNIQUE INDEX "uq_placement_reference" ON "placement"  ("institution_id", "reference_number") WHERE reference_number IS NOT NULL`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "agent" TO corebank_app`,
  `ALTER TABLE "agent" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "agent" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "agent" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "entity_metadata" TO corebank_app`,
  `ALTER TABLE "entity_metadata" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "entity_metadata" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "entity_metadata" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "placement" TO corebank_app`,
  `ALTER TABLE "placement" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "placement" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "placement" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `CREATE INDEX "ix_agent_search_name" ON "agent" ("institution_id", "search_name" text_pattern_ops, "id")`,
  `CREATE INDEX "ix_placement_search_name" ON "placement" ("institution_id", "search_name" text_pattern_ops, "id")`,
];

/** Agents, additional metadata and placements. */
export class AddAgentsMetadataAndPlacements1795263878034 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
