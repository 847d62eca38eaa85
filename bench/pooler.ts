import { type ChildProcess, spawn } from 'node:child_process';
import { installedPgBouncer, knowsPreparedStatements } from '../scripts/lib/pgbouncer.cjs';
import serverFlags from '../scripts/lib/server-flags.cjs';
import { DEFAULT_SERVING_ROLE } from '../src/common/database/serving-role';
import { createPooledLogin, PgBouncer } from '../test/support/pgbouncer';
import { generateLoad } from './load-generator';
import { middle, untilReady } from './request-log';
import { authenticate, type RunningServer } from './server';

type Print = (line: Record<string, unknown>) => void;

const CONNECTIONS = 64;
const WARM_UP_MS = 4_000;
const DURATION_MS = 10_000;
/** As in deploy/pgbouncer/pgbouncer.ini. */
const SERVER_CONNECTIONS = 20;

/**
 * `--pooler`: local transfers by processes that reach one database directly and through PgBouncer in transaction mode,
 * in turns, with prepared statements on and off; the ratios are those of the middle rates to the direct one.
 */
export async function measurePooler(
  server: RunningServer,
  databaseUrl: string,
  body: (n: number) => string,
  rounds: number,
  print: Print,
): Promise<void> {
  const installed = installedPgBouncer();
  if (installed === undefined) throw new Error('PgBouncer is not installed: apt-get install pgbouncer.');
  await createPooledLogin(databaseUrl, DEFAULT_SERVING_ROLE);
  const pooler = await PgBouncer.start(databaseUrl, { default_pool_size: SERVER_CONNECTIONS });
  const pooled = {
    DATABASE_URL: pooler.url(new URL(databaseUrl).pathname.slice(1)),
    DATABASE_MIGRATION_URL: databaseUrl,
    DATABASE_POOLER: 'transaction',
  };
  const ways: Record<string, Record<string, string>> = {
    'direct, not prepared': { DATABASE_PREPARED_STATEMENTS: 'false' },
    'pooled, not prepared': pooled,
    ...(knowsPreparedStatements(installed.version)
      ? { 'pooled, prepared': { ...pooled, DATABASE_PREPARED_STATEMENTS: 'true' } }
      : {}),
  };
  // The next port belongs to the simulator of the sandbox.
  const ports: Record<string, number> = { direct: server.port };
  const processes: ChildProcess[] = [];
  try {
    for (const [index, [way, settings]] of Object.entries(ways).entries()) {
      ports[way] = server.port + 2 + index;
      processes.push(secondProcess(server, ports[way], settings));
      await untilReady(ports[way]);
    }
    const rates: Record<string, number[]> = {};
    for (let round = 0; round < rounds; round += 1)
      for (const [way, port] of Object.entries(ports)) {
        const { perSecond, p50Ms, p99Ms, failures } = await generateLoad({
          port,
          connections: CONNECTIONS,
          durationMs: DURATION_MS,
          warmUpMs: WARM_UP_MS,
          path: '/api/transfer/v1/localfundtransfer',
          token: await authenticate(server),
          body,
          referencePrefix: `POOL-${process.pid}-${round}-${port}`,
        });
        (rates[way] ??= []).push(perSecond);
        print({ scenario: 'pooler', version: installed.version.join('.'), way, perSecond, p50Ms, p99Ms, failures });
      }
    for (const way of Object.keys(ways))
      print({ scenario: 'ratio', name: `${way}/direct`, value: middle(rates[way]!) / middle(rates.direct!) });
  } finally {
    for (const child of processes) child.kill('SIGTERM');
    await pooler.remove();
  }
}

function secondProcess(server: RunningServer, port: number, settings: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [...serverFlags, 'dist/main.js'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...server.environment,
      PORT: String(port),
      MIGRATE_ON_START: 'false',
      SANDBOX: 'false',
      BACKGROUND_WORK: 'false',
      ...settings,
    },
  });
}
