import { type ChildProcess, spawn } from 'node:child_process';
import * as os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { installedPgBouncer } from '../scripts/lib/pgbouncer.cjs';
import serverFlags from '../scripts/lib/server-flags.cjs';
import { DEFAULT_SERVING_ROLE } from '../src/common/database/serving-role';
import { createPooledLogin, PgBouncer } from '../test/support/pgbouncer';
import { loadFast, loadWithoutIndexes } from './load-fast';
import { untilReady } from './request-log';
import { processCpuMs, residentMib, type RunningServer } from './server';

type Print = (line: Record<string, unknown>) => void;

/** Longer than the minute after which the slowest of the frequent loops runs again. */
const IDLE_MS = 90_000;
/** As in deploy/pgbouncer/pgbouncer.ini. */
const SERVER_CONNECTIONS = 20;
const WAYS = ['direct', 'pooled'] as const;

/** A process on the database itself, or behind a pooler. */
export type Way = (typeof WAYS)[number];

export interface InstitutionsOptions {
  /** Numbers of institutions, rising. */
  counts: readonly number[];
  ways: readonly Way[];
  /** A night is that of so many institutions, or of all where there are fewer. */
  nightMost: number;
}

/** The tables that an institution has rows of before it has customers; the first two make it known. */
const TABLES = [
  'institution_directory',
  'institution',
  'gl_account',
  'ledger_account',
  'branch',
  'role',
  'approval_policy',
  'product',
];

/** Totals of an account of record: a copy has no entries. */
const TOTALS = new Set([
  'debits_posted_kobo',
  'credits_posted_kobo',
  'screened_out_kobo',
  'screened_in_kobo',
  'entry_seq',
]);

/**
 * The options of the command line: `--counts 100,1000`, `--ways direct`, `--night 2000`.
 * @throws Error where one is no list of numbers that rise, or names no way
 */
export function institutionsOptions(text: (name: string) => string | undefined): InstitutionsOptions {
  const counts = (text('--counts') ?? '100,1000,10000').split(',').map(Number);
  if (counts.some((count, index) => !(count > (counts[index - 1] ?? 1))))
    throw new Error('--counts must be numbers of institutions that rise, such as 100,1000.');
  const ways = (text('--ways') ?? WAYS.join()).split(',').map((asked) => WAYS.find((way) => way === asked));
  if (!ways.every((way) => way !== undefined)) throw new Error(`--ways must be some of ${WAYS.join()}.`);
  return { counts, ways, nightMost: Number(text('--night') ?? Infinity) };
}

/**
 * `--institutions [--counts N,N] [--ways direct,pooled] [--night N]`: how long a process takes to start, what it costs
 * while nobody calls it, and how long it takes to close a day of all institutions or of the first of them, on a
 * database with 100, 1,000 and 10,000 of them, which are copies of the sandbox without customers; directly and, where
 * PgBouncer is installed, through it.
 */
export async function measureInstitutions(
  server: RunningServer,
  databaseUrl: string,
  { counts, ways, nightMost }: InstitutionsOptions,
  print: Print,
): Promise<void> {
  const database = new Client({ connectionString: databaseUrl });
  await database.connect();
  await server.stop();
  const pooler = ways.includes('pooled') ? await startPooler(databaseUrl) : undefined;
  const settings: Partial<Record<Way, NodeJS.ProcessEnv>> = { direct: {} };
  if (pooler)
    settings.pooled = {
      DATABASE_URL: pooler.url(new URL(databaseUrl).pathname.slice(1)),
      DATABASE_MIGRATION_URL: databaseUrl,
      DATABASE_POOLER: 'transaction',
    };
  try {
    for (const [index, count] of counts.entries()) {
      const startedAt = performance.now();
      await copyInstitutions(database, index === 0 ? 2 : counts[index - 1]! + 1, count);
      print({ scenario: 'institutions-copied', count, seconds: secondsSince(startedAt) });
      for (const way of ways) {
        const its = settings[way];
        if (!its) continue;
        print({ scenario: 'institutions', count, way, ...(await measureIdle(server, database, its)), ...load() });
        const night = await measureNight(server, database, its, Math.min(count, nightMost));
        print({ scenario: 'institutions-night', count, way, ...night, ...load() });
      }
    }
  } finally {
    await database.end();
    await pooler?.remove();
  }
}

async function startPooler(databaseUrl: string): Promise<PgBouncer | undefined> {
  await createPooledLogin(databaseUrl, DEFAULT_SERVING_ROLE);
  if (!installedPgBouncer()) return undefined;
  return PgBouncer.start(databaseUrl, { default_pool_size: SERVER_CONNECTIONS });
}

/** What else the machine does, as the average of a minute and of five: other programs take part in the figures. */
function load(): { load: number[] } {
  return {
    load: os
      .loadavg()
      .slice(0, 2)
      .map((average) => Math.round(average)),
  };
}

const secondsSince = (startedAt: number): number => Math.round((performance.now() - startedAt) / 1_000);

/** Copies the sandbox's institution to numbers of institutions. */
async function copyInstitutions(database: Client, first: number, last: number): Promise<void> {
  await loadFast(database, true);
  await loadWithoutIndexes(database, TABLES, () => copyRows(database, first, last));
  await loadFast(database, false);
  await database.query('CHECKPOINT');
  await database.query('VACUUM ANALYZE');
}

async function copyRows(database: Client, first: number, last: number): Promise<void> {
  for (const table of TABLES) {
    const { rows } = await database.query<{ name: string }>(
      `SELECT attname AS name FROM pg_attribute
        WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
      [table],
    );
    const names = rows.map(({ name }) => name);
    const directory = ['institution', 'institution_directory'].includes(table);
    const values = names.map((name) => {
      if (name === 'institution_id') return 'n';
      if (TOTALS.has(name)) return '0';
      return name === 'code' && directory ? `(100000 + n)::text` : `"${name}"`;
    });
    await database.query(
      `INSERT INTO ${table} (${names.map((name) => `"${name}"`).join(', ')})
       SELECT ${values.join(', ')} FROM ${table}, generate_series(${first}, ${last}) AS n
        WHERE institution_id = 1 ${table === 'ledger_account' ? `AND kind = 'gl'` : ''}`,
    );
  }
}

/** Starts a process, and watches it while nobody calls. */
async function measureIdle(
  server: RunningServer,
  database: Client,
  settings: NodeJS.ProcessEnv,
): Promise<Record<string, unknown>> {
  const startedAt = performance.now();
  const child = startProcess(server, settings);
  try {
    await untilReady(server.port);
    const bootMs = Math.round(performance.now() - startedAt);
    const bootMib = residentMib(child.pid!);
    const bootConnections = await connections(database);
    const [cpuBefore, transactionsBefore] = [processCpuMs(child.pid!), await transactions(database)];
    await sleep(IDLE_MS);
    const idleCpu = (processCpuMs(child.pid!) - cpuBefore) / IDLE_MS;
    return {
      bootMs,
      bootMib,
      bootConnections,
      idleConnections: await connections(database),
      idleMib: residentMib(child.pid!),
      idleCpuPercent: Math.round(idleCpu * 1_000) / 10,
      idleTransactionsPerSecond: Math.round((await transactions(database)) - transactionsBefore) / (IDLE_MS / 1_000),
    };
  } finally {
    await stopProcess(child);
  }
}

/** Starts a process after the midnight of the first institutions, and waits until all have closed the day before. */
async function measureNight(
  server: RunningServer,
  database: Client,
  settings: NodeJS.ProcessEnv,
  institutions: number,
): Promise<Record<string, unknown>> {
  await database.query(
    `UPDATE institution SET clock_ahead_days = coalesce(clock_ahead_days, 0) + 1
      WHERE institution_id IN (SELECT institution_id FROM institution ORDER BY institution_id LIMIT $1)`,
    [institutions],
  );
  const child = startProcess(server, settings);
  try {
    await untilReady(server.port);
    const startedAt = performance.now();
    const cpuBefore = processCpuMs(child.pid!);
    const transactionsBefore = await transactions(database);
    const before = await closedDays(database);
    let closed = before;
    let open = 1;
    while (open > 0) {
      await sleep(500);
      if ((await stoppedDays(database)) > 0) throw new Error('The end of a day stopped; see end_of_day_run.problem.');
      closed = await closedDays(database);
      open = await openDays(database);
    }
    const seconds = (performance.now() - startedAt) / 1_000;
    const closedSinceReady = closed - before;
    return {
      institutions,
      seconds: Math.round(seconds),
      closedSinceReady,
      perSecond: Math.round((closedSinceReady / seconds) * 10) / 10,
      cpuMsPerInstitution: Math.round((processCpuMs(child.pid!) - cpuBefore) / closedSinceReady),
      transactionsPerInstitution: Math.round(((await transactions(database)) - transactionsBefore) / closedSinceReady),
      memoryMib: residentMib(child.pid!),
    };
  } finally {
    await stopProcess(child);
  }
}

function startProcess(server: RunningServer, settings: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, [...serverFlags, 'dist/main.js'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...server.environment, MIGRATE_ON_START: 'false', SANDBOX: 'false', ...settings },
  });
}

async function stopProcess(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

async function closedDays(database: Client): Promise<number> {
  return countOf(database, `SELECT count(*)::int AS count FROM end_of_day_run WHERE status = 'Completed'`);
}

async function stoppedDays(database: Client): Promise<number> {
  return countOf(database, `SELECT count(*)::int AS count FROM end_of_day_run WHERE status = 'Stopped'`);
}

/** Institutions whose date has not moved, or whose closing has not ended. */
async function openDays(database: Client): Promise<number> {
  return countOf(
    database,
    `SELECT count(*)::int AS count FROM institution i
      WHERE i.business_date < (now() AT TIME ZONE i.time_zone)::date + coalesce(i.clock_ahead_days, 0)
         OR EXISTS (SELECT 1 FROM end_of_day_run r
                     WHERE r.institution_id = i.institution_id AND r.status <> 'Completed')`,
  );
}

async function transactions(database: Client): Promise<number> {
  const { rows } = await database.query<{ count: string }>(
    'SELECT xact_commit + xact_rollback AS count FROM pg_stat_database WHERE datname = current_database()',
  );
  return Number(rows[0]!.count);
}

/** The connections that PostgreSQL has, without that of this program. */
async function connections(database: Client): Promise<number> {
  return countOf(
    database,
    `SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );
}

async function countOf(database: Client, statement: string): Promise<number> {
  const { rows } = await database.query<{ count: number }>(statement);
  return rows[0]!.count;
}
