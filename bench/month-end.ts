import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { EmbeddedPostgres } from '../src/embedded-postgres/embedded-postgres';
import { type BenchAccounts, loadAccounts } from './accounts';
import { completeAccounts, type Print, setBack } from './end-of-day';
import { generateLoad, type LoadResult } from './load-generator';
import { LockWaits } from './lock-waits';
import { authenticate, authenticateStaff, familyCpuMs, type RunningServer } from './server';

const STEP = 'savings-posting';
const CONNECTIONS = 64;
const LOAD_MS = 12_000;
const WARM_UP_MS = 2_000;
const POLL_MS = 50;
const TIMEOUT_MS = 30 * 60_000;
const MILLION = 1_000_000;

const rounded = (value: number, digits = 0): number => Math.round(value * 10 ** digits) / 10 ** digits;

/** How far the step was, when that was written, and the processor time used until then. */
interface Point {
  at: number;
  rows: number;
  nodeMs: number;
  postgresMs: number;
}

/**
 * `--month-end-load [--rows N]`: posts the interest of N savings accounts, the first half alone, the second half beside
 * transfers at half of the highest rate; the same transfers run alone before it, to compare with.
 */
export async function measureMonthEnd(
  server: RunningServer,
  postgres: EmbeddedPostgres,
  accounts: number,
  print: Print,
): Promise<void> {
  const loaded = await loadAccounts(postgres.url, server.sandbox.institutionCode, accounts);
  await completeAccounts(postgres.url, loaded.institutionId);
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  try {
    await new MonthEnd(server, postgres, client, loaded, print).measure();
  } finally {
    await client.end();
  }
}

class MonthEnd {
  private runs = 0;

  constructor(
    private readonly server: RunningServer,
    private readonly postgres: EmbeddedPostgres,
    private readonly client: Client,
    private readonly loaded: BenchAccounts,
    private readonly print: Print,
  ) {}

  async measure(): Promise<void> {
    const { print, loaded } = this;
    const waits = await LockWaits.watch(this.client);
    const highest = await this.transfers({ durationMs: LOAD_MS });
    print({ scenario: 'transfers', during: 'nothing', rate: 'highest', ...outcomeOf(highest), ...waits.take() });
    const half = highest.perSecond / 2;
    const before = await this.transfers({ durationMs: LOAD_MS, limitPerSecond: half });
    print({ scenario: 'transfers', during: 'nothing', rate: 'half', ...outcomeOf(before), ...waits.take() });

    await setBack(this.postgres.url, loaded.institutionId, { monthEnd: true, allDue: false });
    await this.begin();
    const points = this.progress();
    const alone = await untilPosted(points, loaded.numbers.length / 2);
    print({ scenario: 'month-end', beside: 'nothing', ...this.costs(alone) });
    waits.take();
    const end = new AbortController();
    const load = this.transfers({ durationMs: TIMEOUT_MS, limitPerSecond: half, end: end.signal });
    const beside = await untilPosted(points, Infinity).finally(() => end.abort());
    const during = await load;
    const { nodeMsPer1000: _node, postgresMsPer1000: _postgres, ...costs } = this.costs(beside.slice(1));
    print({ scenario: 'month-end', beside: 'half of the highest rate', ...costs });
    print({ scenario: 'transfers', during: STEP, rate: 'half', ...outcomeOf(during), ...waits.take() });
    print({ scenario: 'ratio', name: 'rate of the day kept', value: rounded(during.perSecond / before.perSecond, 2) });
  }

  private async begin(): Promise<void> {
    const headers = { authorization: `Bearer ${await authenticateStaff(this.server, 'administrator')}` };
    const url = `http://127.0.0.1:${this.server.port}/api/admin/v1/end-of-day/run`;
    const started = await fetch(url, { method: 'POST', headers });
    // The scheduler may have seen the date first.
    if (started.status >= 300 && started.status !== 409)
      throw new Error(`The end of the day did not start: ${await started.text()}`);
  }

  /** A point for each time that the step wrote its progress. */
  private async *progress(): AsyncGenerator<Point, void, void> {
    let rows = -1;
    for (const deadline = performance.now() + TIMEOUT_MS; performance.now() < deadline; await sleep(POLL_MS)) {
      const { rows: found } = await this.client.query<{ done: number; ended: boolean }>(
        `SELECT rows_done AS done, finished_at IS NOT NULL AS ended FROM end_of_day_step
          WHERE institution_id = $1 AND step = $2 AND started_at IS NOT NULL ORDER BY date DESC LIMIT 1`,
        [this.loaded.institutionId, STEP],
      );
      const step = found[0];
      if (!step) continue;
      if (step.done !== rows) {
        rows = step.done;
        const [nodeMs, postgresMs] = [this.server.cpuMs(), familyCpuMs(this.postgres.pid)];
        yield { at: performance.now(), rows, nodeMs, postgresMs };
      }
      if (step.ended) return;
    }
    throw new Error('The end of the month took too long.');
  }

  private costs(points: readonly Point[]): Record<string, number> {
    const [first, last] = [points[0], points.at(-1)];
    if (!first || !last || first === last) throw new Error('Too few accounts for a measurement: use more --rows.');
    const rows = last.rows - first.rows;
    const perSecond = rounded((rows / (last.at - first.at)) * 1000);
    return {
      accounts: rows,
      perSecond,
      minutesForAMillion: rounded(MILLION / perSecond / 60, 2),
      nodeMsPer1000: rounded(((last.nodeMs - first.nodeMs) / rows) * 1000, 1),
      postgresMsPer1000: rounded(((last.postgresMs - first.postgresMs) / rows) * 1000, 1),
    };
  }

  private async transfers(
    limits: Pick<Parameters<typeof generateLoad>[0], 'durationMs' | 'limitPerSecond' | 'end'>,
  ): Promise<LoadResult> {
    const { numbers } = this.loaded;
    const pick = (): string => numbers[Math.floor(Math.random() * numbers.length)]!;
    this.runs += 1;
    return generateLoad({
      ...limits,
      port: this.server.port,
      connections: CONNECTIONS,
      warmUpMs: WARM_UP_MS,
      path: '/api/transfer/v1/localfundtransfer',
      token: await authenticate(this.server),
      referencePrefix: `MONTH-${process.pid}-${this.runs}`,
      body: () => {
        const debitAccount = pick();
        let creditAccount = pick();
        while (creditAccount === debitAccount) creditAccount = pick();
        const movement = { debitAccount, creditAccount, amount: 150.5, narration: 'Bench transfer' };
        return JSON.stringify({ ...movement, postingsTransactionType: 3 });
      },
    });
  }
}

/** Reads on until that many accounts are posted. */
async function untilPosted(points: AsyncGenerator<Point, void, void>, rows: number): Promise<Point[]> {
  const passed: Point[] = [];
  while (!((passed.at(-1)?.rows ?? 0) >= rows)) {
    const next = await points.next();
    if (next.done) break;
    passed.push(next.value);
  }
  return passed;
}

function outcomeOf({ perSecond, p50Ms, p99Ms, failures }: LoadResult): Record<string, unknown> {
  return { perSecond, p50Ms, p99Ms, ...(Object.keys(failures).length > 0 ? { failures } : {}) };
}
