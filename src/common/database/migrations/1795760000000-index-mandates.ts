import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `CREATE INDEX "ix_entity_metadata_mandate" ON "entity_metadata"  ("institution_id", "id") WHERE json_typeof(content -> 'mandate') = 'array'`,
];

/** Exports and erasures of a person look for the accounts for which the person may sign. */
export class IndexMandates1795760000000 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
