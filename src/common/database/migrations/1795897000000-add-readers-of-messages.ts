import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Titles of approvals that only the AML desk sees, as mails about overdue approvals named them. */
const DESK_TITLES = '(Release AML Hold|AML rule|AML scenario|Group of AML scenarios|Watch-list|Source of a watch-list)';

const STATEMENTS = [
  `ALTER TABLE "message" ADD "seen_with" character varying(60)`,
  // Mails of before are hidden as new ones are. A migration sees the rows of all institutions.
  `ALTER TABLE "message" NO FORCE ROW LEVEL SECURITY`,
  `UPDATE "message" SET "seen_with" = CASE "requested_by"
      WHEN 'system:cases' THEN 'view-cases' WHEN 'system:nfiu-reports' THEN 'view-nfiu-reports' ELSE 'view-aml' END
    WHERE "requested_by" IN ('system:cases', 'system:nfiu-reports')
       OR "requested_by" = 'system:approvals' AND "body" ~ '- ${DESK_TITLES}, approval '`,
  `ALTER TABLE "message" FORCE ROW LEVEL SECURITY`,
];

/** The permission that staff need to see a message about the work of the AML desk. */
export class AddReadersOfMessages1795897000000 implements MigrationInterface {
  static readonly oldestProgram = '0.2.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
