import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `CREATE TABLE "authentication_failure" ("attempt_hash" character varying(43) NOT NULL, "failures" integer NOT NULL, "last_failed_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "locked_until" TIMESTAMP(3) WITH TIME ZONE, CONSTRAINT "pk_authentication_failure" PRIMARY KEY ("attempt_hash"))`,
  `CREATE INDEX "ix_authentication_failure_last_failed_at" ON "authentication_failure" ("last_failed_at") `,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "authentication_failure" TO corebank_app`,
];

/** Add Authentication Failures. */
export class AddAuthenticationFailures1795275034152 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
