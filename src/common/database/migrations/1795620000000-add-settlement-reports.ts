import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `CREATE TABLE "settlement_line" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "report_id" bigint NOT NULL, "line" integer NOT NULL, "direction" character varying(10) NOT NULL, "session_id" character varying(60) NOT NULL, "amount_kobo" bigint NOT NULL, "outcome" character varying(10) NOT NULL, "settled_on" date NOT NULL, "result" character varying(15) NOT NULL, "transfer_id" bigint, CONSTRAINT "pk_settlement_line" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE INDEX "ix_settlement_line_transfer" ON "settlement_line"  ("institution_id", "transfer_id") WHERE "transfer_id" IS NOT NULL`,
  `CREATE INDEX "ix_settlement_line_difference" ON "settlement_line"  ("institution_id", "id") WHERE "result" IN ('AmountDiffers', 'Unmatched')`,
  `CREATE INDEX "ix_settlement_line_session" ON "settlement_line"  ("institution_id", "session_id") `,
  `CREATE UNIQUE INDEX "uq_settlement_line" ON "settlement_line"  ("institution_id", "report_id", "line") `,
  `CREATE TABLE "settlement_report" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "provider" character varying(20) NOT NULL, "file_name" character varying(250) NOT NULL, "sha256" bytea NOT NULL, "lines" integer NOT NULL DEFAULT '0', "matched" integer NOT NULL DEFAULT '0', "amount_differs" integer NOT NULL DEFAULT '0', "unmatched" integer NOT NULL DEFAULT '0', "repeated" integer NOT NULL DEFAULT '0', "first_date" date, "last_date" date, "imported_by" character varying(120) NOT NULL, "imported_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "pk_settlement_report" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE UNIQUE INDEX "uq_settlement_report_file" ON "settlement_report"  ("institution_id", "provider", "sha256") `,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "settlement_line" TO corebank_app`,
  `ALTER TABLE "settlement_line" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "settlement_line" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "settlement_line" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "settlement_report" TO corebank_app`,
  `ALTER TABLE "settlement_report" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "settlement_report" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "settlement_report" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
];

/** Settlement reports of providers and their lines, compared with our transfers. */
export class AddSettlementReports1795620000000 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
