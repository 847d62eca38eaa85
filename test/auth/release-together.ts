import type { TestApp } from '../support/app';
import { eventually } from '../support/eventually';

/**
 * Holds a row lock until so many transactions wait for it, then lets them go: they have all read what they decide by,
 * unless reading is what they wait for.
 *
 * @param lock `SELECT … FOR UPDATE` of the row.
 * @param start starts the transactions, without waiting for them.
 */
export async function releaseTogether<T>(
  { database }: TestApp,
  lock: string,
  waiting: number,
  start: () => Promise<T>,
): Promise<T> {
  await database.query('BEGIN');
  await database.query(lock);
  const outcome = start();
  try {
    await eventually(async () => {
      // Within a transaction pg_stat_activity stands still; pg_locks does not.
      const { rows } = await database.query(
        `SELECT count(DISTINCT pid)::int AS waiting FROM pg_locks WHERE NOT granted AND (database IS NULL OR database = (SELECT oid FROM pg_database WHERE datname = current_database()))`,
      );
      expect(rows[0].waiting).toBeGreaterThanOrEqual(waiting);
    });
  } finally {
    await database.query('COMMIT');
  }
  return outcome;
}
