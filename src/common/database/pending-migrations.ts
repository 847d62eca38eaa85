import { DataSource } from 'typeorm';
import { migrationOptions } from './data-source-options';
import { migrations } from './migrations/all-migrations';
import { statementsOf } from './serving-rights';
import { DEFAULT_SERVING_ROLE } from './serving-role';

/** A migration that the database does not have yet, with the statements that it would run. */
export interface PendingMigration {
  name: string;
  oldestProgram: string;
  statements: string[];
}

/** The migrations that `migrate` would run, in their order. Nothing is changed and nothing is locked. */
export async function pendingMigrations(databaseUrl: string, role = DEFAULT_SERVING_ROLE): Promise<PendingMigration[]> {
  const dataSource = await new DataSource(migrationOptions(databaseUrl, [], role)).initialize();
  try {
    const done = await namesDone(dataSource);
    const pending: PendingMigration[] = [];
    for (const migration of dataSource.migrations) {
      const { name, oldestProgram } = migration.constructor as unknown as PendingMigration;
      if (!done.has(name)) pending.push({ name, oldestProgram, statements: await statementsOf(migration) });
    }
    return pending;
  } finally {
    await dataSource.destroy();
  }
}

async function namesDone(dataSource: DataSource): Promise<Set<string>> {
  const [table] = await dataSource.query<{ known: boolean }[]>(`SELECT to_regclass('migrations') IS NOT NULL AS known`);
  if (!table?.known) return new Set();
  const rows = await dataSource.query<{ name: string }[]>('SELECT name FROM migrations');
  return new Set(rows.map(({ name }) => name));
}

/** The names of every migration of this program. */
export function migrationsKnown(): string[] {
  return migrations.map(({ name }) => name);
}
