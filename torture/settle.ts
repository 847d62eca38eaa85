import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { LEAKED_AFTER_SEC } from './check-house';

const TIMEOUT_MS = 120_000;
/** What has not moved for so long will not, and what it waits for is a violation. */
const STANDSTILL_MS = 45_000;
const LOOK_EVERY_MS = 500;

/**
 * What has begun and not ended. Of the refusals that are looked into once more, those that may still be contradicted.
 */
const OPEN = `SELECT
  (SELECT count(*) FROM payout WHERE institution_id = $1 AND status IN ('Pending', 'Processing', 'PendingTSQ')) AS payouts,
  (SELECT count(*) FROM payout WHERE institution_id = $1 AND status = 'Reversed' AND NOT disputed AND next_action_at IS NOT NULL AND details::text ~ '"[0-9]*9900000015"') AS refusals,
  (SELECT count(*) FROM job WHERE institution_id = $1 AND status = 'queued' AND kind IN ('publish-event', 'end-of-day')) AS jobs,
  (SELECT count(*) FROM end_of_day_run WHERE institution_id = $1 AND status = 'Running') AS days,
  (SELECT count(*) FROM movement_facts WHERE institution_id = $1
     AND seq > coalesce((SELECT read_seq FROM aml_movement_mark WHERE institution_id = $1), 0)) AS unjudged,
  (SELECT count(*) FROM institution i WHERE institution_id = $1 AND business_date < (now() AT TIME ZONE time_zone)::date
     AND NOT EXISTS (SELECT 1 FROM end_of_day_run r WHERE r.institution_id = i.institution_id AND r.status = 'Stopped')) AS late`;

/** And how far everything is, to tell waiting from standing still. */
const MOVED = `SELECT (SELECT sum(attempts) FROM job WHERE institution_id = $1) AS jobs, (SELECT sum(queries) FROM payout WHERE institution_id = $1) AS queries,
  (SELECT count(*) FROM end_of_day_step WHERE institution_id = $1 AND finished_at IS NOT NULL) AS steps`;

type WithDatabase = <Result>(work: (client: Client) => Promise<Result>) => Promise<Result>;

/** Waits until what began has ended: payments final, jobs done, days closed. What is not by then is a violation. */
export async function untilSettled(
  withDatabase: WithDatabase,
  institutionId: number,
  say: (line: string) => void,
): Promise<void> {
  const startedAt = performance.now();
  let last = '';
  let movedAt = startedAt;
  for (;;) {
    const [open, moved] = await withDatabase(
      async (client) =>
        [
          (await client.query<Record<string, string>>(OPEN, [institutionId])).rows[0]!,
          JSON.stringify((await client.query(MOVED, [institutionId])).rows[0]),
        ] as const,
    );
    const now = performance.now();
    if (`${JSON.stringify(open)}${moved}` !== last) [last, movedAt] = [`${JSON.stringify(open)}${moved}`, now];
    const isSettled = Object.values(open).every((count) => count === '0');
    // Connections that nobody has given back show only when those in the pools have had their time.
    if (isSettled && now - startedAt > (LEAKED_AFTER_SEC + 1) * 1000)
      return say(`settled after ${Math.round((now - startedAt) / 1000)} s`);
    if (now - startedAt > TIMEOUT_MS || now - movedAt > STANDSTILL_MS)
      return say(`not settled: ${JSON.stringify(open)}`);
    await sleep(LOOK_EVERY_MS);
  }
}
