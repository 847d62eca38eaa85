import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { writeDailyTotals } from './daily-totals';
import { latencyAt } from './latencies';
import { get, type Query } from './searches';
import { authenticateStaff, type RunningServer } from './server';
import { loadStatementData } from './statement-data';

type Print = (line: Record<string, unknown>) => void;

const MEASURED = 10;
/** Longest time of a report. */
const TARGET_MS = 3_000;
const BALANCES = 500;
/** Of 99 of 100 balances. */
const BALANCE_TARGET_MS = 20;
const DAYS = 700;
const POLL_MS = 500;
const CLOSE_TIMEOUT_MS = 10 * 60_000;

/** The loaded postings have two years of dates: their ledgers join the chart, and each date but the last has a run. */
const PREPARE = [
  `INSERT INTO gl_account (institution_id, id, code, name, category)
   SELECT institution_id, id, number, name, 'Asset' FROM ledger_account WHERE institution_id = $1 AND number LIKE 'BENCH%'`,
  `UPDATE institution SET business_date = business_date - 1 WHERE institution_id = $1`,
  `INSERT INTO end_of_day_run (institution_id, date, next_date, status, started_by, job_id, rolled_at, finished_at)
   SELECT $1, d::date, d::date + 1, 'Completed', 'system:bench', 0, d::date + 1, d::date + 1
     FROM institution i, generate_series(i.business_date - 800, i.business_date - 1, interval '1 day') d
    WHERE i.institution_id = $1`,
];

/**
 * `--books [--entries N]`: the time in which the first end of day fills the daily totals of N entries, and how long the
 * books and balances as of a past day take over HTTP, one after the other.
 */
export async function measureBooks(
  server: RunningServer,
  adminUrl: string,
  entries: number,
  print: Print,
): Promise<void> {
  const loaded = await loadStatementData(adminUrl, server.sandbox.institutionCode, entries);
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>(
      'SELECT institution_id AS id FROM institution_directory WHERE code = $1',
      [server.sandbox.institutionCode],
    );
    const institutionId = Number(rows[0]!.id);
    for (const statement of PREPARE) await client.query(statement, [institutionId]);
    const token = await authenticateStaff(server, 'administrator');
    print({ scenario: 'daily-totals', entries: loaded.entries, ...(await fill(client, server)) });
    await dayClosed(client);
    // Done now, or they would happen beside what is measured: a database in use has done both for most of its rows.
    await client.query('VACUUM (ANALYZE) account_daily_total, ledger_daily_total');
    await client.query('CHECKPOINT');
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (const [path, query] of reports(daysBefore(loaded.today, 31), daysBefore(loaded.today, 2)))
      print({
        scenario: 'books',
        path,
        ...(await measure(path, query, server.port, token, agent)),
        entries: loaded.entries,
      });
    for (const [of, numbers] of Object.entries({
      account: loaded.accounts,
      'account with a fifth of the entries': [loaded.busy],
      'control ledger': ['2010'],
    }))
      for (const DateBasis of ['ValueDate', 'BookingDate'])
        print({ ...(await balances(server, token, agent, { of, numbers, DateBasis, today: loaded.today })) });
    agent.destroy();
  } finally {
    await client.end();
  }
}

/** Closes yesterday; the first step fills the dates before. */
async function fill(client: Client, server: RunningServer): Promise<Record<string, unknown>> {
  await writeDailyTotals(server, client);
  const { rows } = await client.query<Record<string, unknown>>(
    `SELECT (SELECT round(extract(epoch FROM finished_at - started_at), 1)::float8 FROM end_of_day_step
              WHERE step = 'daily-totals') AS seconds,
            (SELECT count(*)::int FROM account_daily_total) AS "accountRows",
            (SELECT count(*)::int FROM ledger_daily_total) AS "ledgerRows"`,
  );
  return rows[0]!;
}

/** Waits for the other steps of the date: the seal of so many entries takes a minute of one core. */
async function dayClosed(client: Client): Promise<void> {
  const deadline = performance.now() + CLOSE_TIMEOUT_MS;
  for (;;) {
    const { rows } = await client.query("SELECT 1 FROM end_of_day_run WHERE status <> 'Completed'");
    if (rows.length === 0) return;
    if (performance.now() > deadline) throw new Error('The date was not closed in time.');
    await sleep(POLL_MS);
  }
}

/** Every report as of a past day, by both kinds of date; the balance sheet also of one branch. */
function reports(from: string, to: string): [path: string, query: Query][] {
  return [
    ...(['ValueDate', 'BookingDate'] as const).flatMap((DateBasis): [string, Query][] => [
      ['trial-balance', { Date: to, DateBasis }],
      ['balance-sheet', { Date: to, DateBasis }],
      ['profit-and-loss', { StartDate: from, EndDate: to, DateBasis }],
      ['ledger-entries', { LedgerCode: '2010', StartDate: from, EndDate: to, PageSize: 200, DateBasis }],
    ]),
    ['balance-sheet', { Date: to, BranchCode: 'B001' }],
  ];
}

interface BalancesToAsk {
  of: string;
  numbers: string[];
  DateBasis: string;
  today: string;
}

/** Balances as of random days of two years, one after the other. */
async function balances(
  { port }: RunningServer,
  token: string,
  agent: Agent,
  { of, numbers, DateBasis, today }: BalancesToAsk,
): Promise<Record<string, unknown>> {
  const latenciesMs: number[] = [];
  const failures: number[] = [];
  for (let n = 0; n < BALANCES; n += 1) {
    const AccountNumber = numbers[n % numbers.length]!;
    const query = { AccountNumber, DateBasis, Date: daysBefore(today, 1 + Math.floor(Math.random() * DAYS)) };
    const { status, latencyMs } = await get('/api/admin/v1/books/balance', query, port, token, agent);
    latenciesMs.push(latencyMs);
    if (status !== 200) failures.push(status);
  }
  latenciesMs.sort((a, b) => a - b);
  const p99Ms = latencyAt(latenciesMs, 0.99);
  const withinTarget = p99Ms <= BALANCE_TARGET_MS && failures.length === 0;
  return {
    scenario: 'balance as of a day',
    of,
    DateBasis,
    p50Ms: latencyAt(latenciesMs, 0.5),
    p99Ms,
    withinTarget,
    failures,
  };
}

function daysBefore(date: string, days: number): string {
  return new Date(Date.parse(date) - days * 86_400_000).toISOString().slice(0, 10);
}

async function measure(
  path: string,
  query: Query,
  port: number,
  token: string,
  agent: Agent,
): Promise<Record<string, unknown>> {
  const latenciesMs: number[] = [];
  const statuses = new Set<number>();
  for (let n = 0; n < MEASURED; n += 1) {
    const { status, latencyMs } = await get(`/api/admin/v1/books/${path}`, query, port, token, agent);
    statuses.add(status);
    latenciesMs.push(latencyMs);
  }
  latenciesMs.sort((a, b) => a - b);
  const rounded = (at: number): number => Math.round(latenciesMs[at]!);
  const worstMs = rounded(MEASURED - 1);
  const withinTarget = worstMs <= TARGET_MS && [...statuses].every((status) => status === 200);
  return { query, statuses: [...statuses], medianMs: rounded(MEASURED / 2), worstMs, withinTarget };
}
