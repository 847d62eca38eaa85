import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `ALTER TABLE "nfiu_report" ADD "suspicion_due_at" TIMESTAMP(3) WITH TIME ZONE`,
  `ALTER TABLE "nfiu_report" ADD "transaction_due_at" TIMESTAMP(3) WITH TIME ZONE`,
  `ALTER TABLE "nfiu_report" ADD "detection_due_at" TIMESTAMP(3) WITH TIME ZONE`,
  // The one due time of reports of before counted from the suspicion. A migration sees the rows of all institutions.
  `ALTER TABLE "nfiu_report" NO FORCE ROW LEVEL SECURITY`,
  `UPDATE "nfiu_report" SET "suspicion_due_at" = "due_at" WHERE "kind" <> 'CTR'`,
  `ALTER TABLE "nfiu_report" FORCE ROW LEVEL SECURITY`,
];

/** Add Str Due Times. */
export class AddStrDueTimes1795868000000 implements MigrationInterface {
  static readonly oldestProgram = '0.2.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
