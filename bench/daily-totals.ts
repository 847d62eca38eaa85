import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { authenticateStaff, type RunningServer } from './server';

const POLL_MS = 500;
const TIMEOUT_MS = 20 * 60_000;

/**
 * Ends the business date, and waits for its first step alone: the daily totals, which books and extracts read. The seal
 * of the ledger, a later step, takes no posting with so many entries as that of loaded accounts.
 * @returns the date that is ended
 */
export async function writeDailyTotals(server: RunningServer, client: Client): Promise<string> {
  await fetch(`http://127.0.0.1:${server.port}/api/admin/v1/end-of-day/run`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await authenticateStaff(server, 'administrator')}` },
  });
  const deadline = performance.now() + TIMEOUT_MS;
  for (;;) {
    const { rows } = await client.query<{ date: string }>(
      `SELECT date::text FROM end_of_day_step WHERE step = 'daily-totals' AND finished_at IS NOT NULL`,
    );
    if (rows[0]) return rows[0].date;
    if (performance.now() > deadline) throw new Error('The daily totals were not written in time.');
    await sleep(POLL_MS);
  }
}
