import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Events of postings are made from the postings when they are read; the queue and the record name the posting only
 * (docs/adr/0026-events-are-written-by-the-database.md).
 */
export class KeepEventsOfPostingsSmall1795550000000 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "queued_event" ALTER COLUMN "parts" DROP NOT NULL`);
    await runner.query(`ALTER TABLE "queued_event" ADD "posting_ids" bigint array`);
    await runner.query(`ALTER TABLE "event_record" ALTER COLUMN "parts" DROP NOT NULL`);
    await runner.query(`ALTER TABLE "event_record" ADD "posting_id" bigint`);
    await runner.query(
      `CREATE INDEX "ix_account_number_virtual" ON "account_number"  ("institution_id", "account_id") WHERE "kind" = 'virtual'`,
    );
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
