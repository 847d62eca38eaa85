import type { TestApp } from '../support/app';
import { eventually } from '../support/eventually';

/**
 * Holds a row lock until so many transactions wait for it, then lets them go: they have all read what they decide by,
 * unless reading is what they wait for.
 *
 * @param lock `SELECT … FOR UPDATE` of the row.
 * @param start starts the transactions, without waiting for them.
 */
export async function releaseTogether<T>({ database }: TestApp, lock: string, waiting: number, start: () => Promise<T>): Promise<T> {
  await database.query('BEGIN');
  await database.query(lock);
  const outcome = start();
  try {
    await eventually(async () => {
      const { rows } = await database.query(`SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`);
      expect(rows[0].waiting).toBeGreaterThanOrEqual(waiting);
    });
  } finally {
    await database.query('COMMIT');
  }
  return outcome;
}
