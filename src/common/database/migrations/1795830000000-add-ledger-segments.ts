import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `CREATE TABLE "ledger_segment" ("institution_id" bigint NOT NULL, "through" date NOT NULL, "after" date, "postings" bigint NOT NULL, "entries" bigint NOT NULL, "postings_hash" character varying(64) NOT NULL, "entries_hash" character varying(64) NOT NULL, "marks_hash" character varying(64) NOT NULL, "previous_root" character varying(64), "root" character varying(64) NOT NULL, "key_id" character varying(16), "signature" character varying(100), "last_posted_at" TIMESTAMP(3) WITH TIME ZONE, "storage" character varying(10) NOT NULL, "document_id" bigint NOT NULL, "sealed_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "pk_ledger_segment" PRIMARY KEY ("institution_id", "through"))`,
  `GRANT SELECT, INSERT ON "ledger_segment" TO corebank_app`,
  `ALTER TABLE "ledger_segment" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "ledger_segment" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "ledger_segment" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `CREATE TRIGGER "event_ledger_segment" AFTER INSERT ON "ledger_segment" FOR EACH ROW EXECUTE FUNCTION record_event('through', '{"*":"ledger-chain.sealed"}', 'through,after,postings,entries,root,previous_root,marks_hash,key_id,signature', '')`,
];

/** The sealed segments of the ledger, and the event that takes their roots off the machine. */
export class AddLedgerSegments1795830000000 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
