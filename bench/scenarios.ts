import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { putShipped, useScenarios, withoutEffect } from '../src/aml/scenario-desk/testing/shipped-in-use';
import type { BenchAccounts } from './accounts';
import type { LoadResult } from './load-generator';
import type { OpenLoadResult } from './open-load';

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

/** The load of the benchmark. */
export interface ScenarioLoad {
  /** As many transfers as the server carries. */
  closed: () => Promise<LoadResult>;
  /** Transfers that arrive at a rate. */
  arriving: (perSecond: number) => Promise<OpenLoadResult>;
}

const PHASES = ['off', 'on'] as const;
type Values = Record<(typeof PHASES)[number], number[]>;

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const difference = ({ off, on }: Values): number => Math.round((mean(on) - mean(off)) * 10) / 10;

/**
 * `--scenarios`: local transfers with all scenarios off and on in turn, the rate and p99 of each, and the WAL of one
 * transfer; then the p99 of transfers that arrive at half of the rate with all scenarios, whatever the answers take.
 * The judgement behind runs beside them, as in production.
 */
export async function measureScenarios(
  adminUrl: string,
  { institutionId }: BenchAccounts,
  rounds: number,
  load: ScenarioLoad,
  print: Print,
): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    // All are evaluated whole and none stops a transfer, which would measure holds.
    const scenarios = await putShipped(client, institutionId, { state: 'live', version: 1, change: withoutEffect });
    // Plans, windows and payees as they are after a while, not as on the day when the first scenario went live.
    await useScenarios(client, institutionId, 1);
    await load.closed();
    await untilJudged(client, institutionId);
    await client.query('ANALYZE');
    print({ scenario: 'scenarios', scenarios });
    const bench = new ScenarioRounds(client, institutionId, rounds, load, print);
    const perSecond = await bench.closed();
    await bench.arriving(Math.round(perSecond / 2));
  } finally {
    await client.end();
  }
}

class ScenarioRounds {
  private version = 1;

  constructor(
    private readonly client: Client,
    private readonly institutionId: number,
    private readonly rounds: number,
    private readonly load: ScenarioLoad,
    private readonly print: Print,
  ) {}

  /** @returns the mean rate with all scenarios */
  async closed(): Promise<number> {
    const rates: Values = { off: [], on: [] };
    const p99Ms: Values = { off: [], on: [] };
    await this.eachPhase(async (phase, round) => {
      const walBefore = await walPosition(this.client);
      const result = await this.load.closed();
      const left = await unjudged(this.client, this.institutionId);
      const walBytes = Math.round(((await walPosition(this.client)) - walBefore) / result.answers);
      rates[phase].push(result.perSecond);
      p99Ms[phase].push(result.p99Ms);
      const figures = { perSecond: result.perSecond, p99Ms: result.p99Ms, walBytes, unjudged: left };
      this.print({ scenario: 'scenarios', phase, round, ...figures });
    });
    const ratio = Math.round((mean(rates.on) / mean(rates.off)) * 100) / 100;
    this.print({ scenario: 'ratio', name: 'scenarios/on-off', value: ratio });
    this.print({ scenario: 'difference', name: 'scenarios/p99Ms', value: difference(p99Ms) });
    return mean(rates.on);
  }

  async arriving(perSecond: number): Promise<void> {
    const p99s: Values = { off: [], on: [] };
    await this.eachPhase(async (phase, round) => {
      const { p50Ms, p99Ms, failures } = await this.load.arriving(perSecond);
      const left = await unjudged(this.client, this.institutionId);
      p99s[phase].push(p99Ms);
      this.print({ scenario: 'scenarios', phase, round, arriving: perSecond, p50Ms, p99Ms, failures, unjudged: left });
    });
    this.print({ scenario: 'difference', name: 'scenarios/arriving-p99Ms', value: difference(p99s) });
  }

  private async eachPhase(measure: (phase: keyof Values, round: number) => Promise<void>): Promise<void> {
    for (let round = 1; round <= this.rounds; round += 1)
      for (const phase of PHASES) {
        await useScenarios(this.client, this.institutionId, phase === 'on' ? (this.version += 1) : 0);
        await measure(phase, round);
        await untilJudged(this.client, this.institutionId);
      }
  }
}
