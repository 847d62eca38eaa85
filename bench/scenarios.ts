import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { putShipped, useScenarios, withoutEffect } from '../src/aml/scenario-desk/testing/shipped-in-use';
import type { BenchAccounts } from './accounts';
import type { LoadResult } from './load-generator';

type Print = (line: Record<string, unknown>) => void;

async function walPosition(client: Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    `SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::text AS bytes`,
  );
  return Number(rows[0]!.bytes);
}

/** Movements that the judgement behind has not read yet. */
async function unjudged(client: Client, institutionId: number): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM movement_facts WHERE institution_id = $1
       AND seq > coalesce((SELECT read_seq FROM aml_movement_mark WHERE institution_id = $1), 0)`,
    [institutionId],
  );
  return rows[0]!.count;
}

/** Otherwise a round without scenarios would pay for the judgement of the one before it. */
async function untilJudged(client: Client, institutionId: number): Promise<void> {
  while ((await unjudged(client, institutionId)) > 0) await sleep(200);
}

/**
 * `--scenarios`: local transfers with all scenarios off and on in turn, the rate and p99 of each, and the WAL of one
 * transfer. The judgement behind runs beside them, as in production.
 */
export async function measureScenarios(
  adminUrl: string,
  { institutionId }: BenchAccounts,
  rounds: number,
  transfer: () => Promise<LoadResult>,
  print: Print,
): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    // All are evaluated whole and none stops a transfer, which would measure holds.
    const scenarios = await putShipped(client, institutionId, { state: 'live', version: 1, change: withoutEffect });
    // Plans, windows and payees as they are after a while, not as on the day when the first scenario went live.
    await useScenarios(client, institutionId, rounds + 1);
    await transfer();
    await untilJudged(client, institutionId);
    await client.query('ANALYZE');
    const rates = { off: [] as number[], on: [] as number[] };
    const p99Ms = { off: [] as number[], on: [] as number[] };
    for (let round = 1; round <= rounds; round += 1)
      for (const phase of ['off', 'on'] as const) {
        await useScenarios(client, institutionId, phase === 'on' ? round : 0);
        const walBefore = await walPosition(client);
        const result = await transfer();
        const left = await unjudged(client, institutionId);
        const walBytes = Math.round(((await walPosition(client)) - walBefore) / result.answers);
        rates[phase].push(result.perSecond);
        p99Ms[phase].push(result.p99Ms);
        print({
          scenario: 'scenarios',
          phase,
          round,
          scenarios,
          perSecond: result.perSecond,
          p99Ms: result.p99Ms,
          walBytes,
          unjudged: left,
        });
        await untilJudged(client, institutionId);
      }
    const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
    print({
      scenario: 'ratio',
      name: 'scenarios/on-off',
      value: Math.round((mean(rates.on) / mean(rates.off)) * 100) / 100,
    });
    print({
      scenario: 'difference',
      name: 'scenarios/p99Ms',
      value: Math.round((mean(p99Ms.on) - mean(p99Ms.off)) * 10) / 10,
    });
  } finally {
    await client.end();
  }
}
