import type { DataSource } from 'typeorm';
import { StartRefusedError } from '../errors/start-refused-error';
import { PROGRAM_VERSION } from '../program-version';
import { migrations } from './migrations/all-migrations';
import { type Tolerance, toleranceViolation } from './tolerance-violation';

/**
 * Refuses to serve a database that a newer program has migrated in a way that this one does not understand. A newer
 * migration that tolerates this program does not stop it, so two versions can run side by side during an upgrade
 * (docs/adr/0008-migrations-go-forward.md).
 */
export async function assertProgramIsTolerated(dataSource: DataSource): Promise<void> {
  const [table] = await dataSource.query<{ known: boolean }[]>(
    `SELECT to_regclass('schema_tolerance') IS NOT NULL AS known`,
  );
  if (!table?.known) return;
  const tolerances = await dataSource.query<Tolerance[]>(
    `SELECT migration, oldest_program AS "oldestProgram" FROM schema_tolerance`,
  );
  const violation = toleranceViolation(PROGRAM_VERSION, tolerances);
  if (violation !== undefined) throw new StartRefusedError(violation);
}

/** Stores the oldest program that each migration of this program tolerates. */
export async function recordTolerances(dataSource: DataSource): Promise<void> {
  const rows = migrations.map(({ name, oldestProgram }) => ({ migration: name, oldest_program: oldestProgram }));
  await dataSource.query(
    `INSERT INTO schema_tolerance (migration, oldest_program)
     SELECT migration, oldest_program FROM jsonb_populate_recordset(NULL::schema_tolerance, $1::jsonb)
     ON CONFLICT (migration) DO NOTHING`,
    [JSON.stringify(rows)],
  );
}
