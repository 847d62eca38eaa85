import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `ALTER TABLE "institution" ADD "clock_ahead_days" integer`,
  `ALTER TABLE "institution" ADD CONSTRAINT "ck_institution_clock_ahead_days" CHECK (clock_ahead_days > 0)`,
  `CREATE FUNCTION institution_clock_ahead_days() RETURNS integer LANGUAGE sql STABLE RETURN (SELECT clock_ahead_days FROM institution WHERE institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `CREATE FUNCTION institution_now() RETURNS timestamptz LANGUAGE sql VOLATILE RETURN clock_timestamp() + coalesce(institution_clock_ahead_days(), 0) * interval '24 hours'`,
];

/** The days by which the time of a sandbox institution is ahead. */
export class AddInstitutionClock1795500000000 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
