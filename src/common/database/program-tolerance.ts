import type { EntityManager } from 'typeorm';
import { StartRefusedError } from '../errors/start-refused-error';
import { PROGRAM_VERSION } from '../program-version';
import { migrations } from './migrations/all-migrations';
import { type Tolerance, toleranceViolation } from './tolerance-violation';

/** A transaction, or a data source without one. */
type Database = Pick<EntityManager, 'query'>;

/**
 * Refuses to serve a database that a newer program has migrated in a way that this one does not understand. A newer
 * migration that tolerates this program does not stop it, so two versions can run side by side during an upgrade
 * (docs/adr/0008-migrations-go-forward.md).
 */
export async function assertProgramIsTolerated(database: Database): Promise<void> {
  if (!(await hasTolerances(database))) return;
  const tolerances = await database.query<Tolerance[]>(
    `SELECT migration, oldest_program AS "oldestProgram" FROM schema_tolerance`,
  );
  const violation = toleranceViolation(PROGRAM_VERSION, tolerances);
  if (violation !== undefined) throw new StartRefusedError(violation);
}

/**
 * Refuses to serve a schema that lacks migrations of this program, where the server does not migrate by itself.
 * @throws StartRefusedError that names them
 */
export async function assertSchemaIsComplete(database: Database): Promise<void> {
  if (!(await hasTolerances(database)))
    throw new StartRefusedError('The database has no schema. Run `corebank migrate` first.');
  const missing = await database.query<{ migration: string }[]>(
    `SELECT unnest($1::text[]) AS migration EXCEPT SELECT migration FROM schema_tolerance ORDER BY 1`,
    [migrations.map(({ name }) => name)],
  );
  if (missing.length === 0) return;
  const names = missing.map(({ migration }) => migration).join(', ');
  throw new StartRefusedError(`The schema lacks migrations of this program: ${names}. Run \`corebank migrate\` first.`);
}

/** False for a database that was never migrated, or only by programs that did not store tolerances. */
async function hasTolerances(database: Database): Promise<boolean> {
  const [table] = await database.query<{ known: boolean }[]>(
    `SELECT to_regclass('schema_tolerance') IS NOT NULL AS known`,
  );
  return table?.known === true;
}

/** Stores the oldest program that each migration of this program tolerates. */
export async function recordTolerances(database: Database): Promise<void> {
  const rows = migrations.map(({ name, oldestProgram }) => ({ migration: name, oldest_program: oldestProgram }));
  await database.query(
    `INSERT INTO schema_tolerance (migration, oldest_program)
     SELECT migration, oldest_program FROM jsonb_populate_recordset(NULL::schema_tolerance, $1::jsonb)
     ON CONFLICT (migration) DO NOTHING`,
    [JSON.stringify(rows)],
  );
}
