import type { MigrationInterface, QueryRunner } from 'typeorm';

const WAITING_MOVEMENTS = `
  SELECT h.institution_id, h.posting_id, h.movement FROM aml_hold h WHERE h.status IN ('Held', 'Approved')
  UNION ALL
  SELECT a.institution_id, a.posting_id, a.movement FROM approval a
   WHERE a.status = 'Pending' AND a.posting_id IS NOT NULL AND a.movement IS NOT NULL`;

/** Its owner reads every institution's rows only while row-level security is not forced on the owner. */
const TABLES = ['request_claim', 'aml_hold', 'approval', 'payout'];

const STATEMENTS = [
  `ALTER TABLE "aml_hold" ADD "frozen_accounts" jsonb NOT NULL DEFAULT '[]'`,
  `ALTER TABLE "aml_hold" ADD "ended_by" character varying(120)`,
  `ALTER TABLE "aml_hold" ADD "ended_at" TIMESTAMP(3) WITH TIME ZONE`,
  `ALTER TABLE "aml_hold" ADD "end_note" character varying(500)`,
  `ALTER TABLE "payout" ADD "correction_posting_id" bigint`,
  `ALTER TABLE "payout" ADD "confirmed" boolean NOT NULL DEFAULT false`,
  `ALTER TABLE "request_claim" ADD "posting_id" bigint`,
  `CREATE INDEX "ix_request_claim_posting" ON "request_claim" ("institution_id", "posting_id") WHERE posting_id IS NOT NULL`,
  ...TABLES.map((table) => `ALTER TABLE "${table}" NO FORCE ROW LEVEL SECURITY`),
  `UPDATE request_claim c SET posting_id = w.posting_id
     FROM (${WAITING_MOVEMENTS}) w
    WHERE c.institution_id = w.institution_id AND c.reference = w.movement->>'requestReference' AND c.http_status = 202
      AND c.actor = w.movement->>'actor' AND c.endpoint = w.movement->>'endpoint'`,
  `UPDATE payout p SET confirmed = true FROM approval a
    WHERE a.institution_id = p.institution_id AND a.operation = 'confirm-payout' AND a.status = 'Approved'
      AND (a.details->>'payoutId')::bigint = p.id AND p.status IN ('Processed', 'Reversed')`,
  ...TABLES.map((table) => `ALTER TABLE "${table}" FORCE ROW LEVEL SECURITY`),
];

/**
 * A release can end unused, and a hold names the accounts that it froze. The claim of a request whose movement waits
 * names its posting, so that the decision can replace the answer. A payout knows whether staff confirmed it, so that
 * they can correct it.
 */
export class EndsOfWaitingMovements1795300000000 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
