import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { installedPgBouncer } from '../scripts/lib/pgbouncer.cjs';
import serverFlags from '../scripts/lib/server-flags.cjs';
import { DEFAULT_SERVING_ROLE } from '../src/common/database/serving-role';
import { createPooledLogin, PgBouncer } from '../test/support/pgbouncer';
import { untilReady } from './request-log';
import { processCpuMs, residentMib, type RunningServer } from './server';

type Print = (line: Record<string, unknown>) => void;

const COUNTS = [100, 1_000, 10_000];
/** Longer than the minute after which the slowest of the frequent loops runs again. */
const IDLE_MS = 90_000;
/** As in deploy/pgbouncer/pgbouncer.ini. */
const SERVER_CONNECTIONS = 20;
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
 * `--institutions [--most N]`: how long a process takes to start, what it costs while nobody calls it, and
 * how long it takes to close a day of all institutions, on a database with 100, 1,000 and 10,000 of them, which are
 * copies of the sandbox without customers; directly and, where PgBouncer is installed, through it.
 */
export async function measureInstitutions(
  server: RunningServer,
  databaseUrl: string,
  most: number,
  print: Print,
): Promise<void> {
  const database = new Client({ connectionString: databaseUrl });
  await database.connect();
  await server.stop();
  await createPooledLogin(databaseUrl, DEFAULT_SERVING_ROLE);
  const pooler =
    installedPgBouncer() && (await PgBouncer.start(databaseUrl, { default_pool_size: SERVER_CONNECTIONS }));
  const ways: Record<string, NodeJS.ProcessEnv> = { direct: {} };
  if (pooler !== undefined)
    ways.pooled = {
      DATABASE_URL: pooler.url(new URL(databaseUrl).pathname.slice(1)),
      DATABASE_MIGRATION_URL: databaseUrl,
      DATABASE_POOLER: 'transaction',
    };
  try {
    for (const [index, count] of COUNTS.filter((each) => each <= most).entries()) {
      await copyInstitutions(database, index === 0 ? 2 : COUNTS[index - 1]! + 1, count);
      for (const [way, settings] of Object.entries(ways))
        for (const [scenario, measure] of Object.entries({
          institutions: measureIdle,
          'institutions-night': measureNight,
        }))
          print({ scenario, count, way, ...(await measure(server, database, settings)) });
    }
  } finally {
    await database.end();
    await pooler?.remove();
  }
}

/** Copies the sandbox's institution to numbers of institutions. */
async function copyInstitutions(database: Client, first: number, last: number): Promise<void> {
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
  await database.query('VACUUM ANALYZE');
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

/** Starts a process after the midnight of every institution, and waits until all have closed the day before. */
async function measureNight(
  server: RunningServer,
  database: Client,
  settings: NodeJS.ProcessEnv,
): Promise<Record<string, unknown>> {
  await database.query('UPDATE institution SET clock_ahead_days = coalesce(clock_ahead_days, 0) + 1');
  const child = startProcess(server, settings);
  try {
    await untilReady(server.port);
    const startedAt = performance.now();
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
    const perSecond = Math.round(((closed - before) / seconds) * 10) / 10;
    return { seconds: Math.round(seconds), closedSinceReady: closed - before, perSecond };
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
