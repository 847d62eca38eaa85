import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import * as path from 'node:path';
import { Client } from 'pg';
import type { AppConfig } from '../common/config/app-config';
import { readClusterFacts } from '../common/database/distribution/cluster-facts';
import { undistributedTables } from '../common/database/distribution/undistributed';
import { pendingMigrations } from '../common/database/pending-migrations';
import { missingServingRights } from '../common/database/serving-rights';
import { servingRoleOf } from '../common/database/serving-role';
import { startFailure } from '../common/errors/start-failure';
import { linesOfChecks } from '../common/health/check-item';
import { PROGRAM_VERSION } from '../common/program-version';
import { Clock } from '../common/time/clock';
import { doctorChecks, type Observations } from './doctor-checks';
import { observeReplication } from './doctor-replication';
import {
  MIGRATION_URL_MISSING,
  type OperatorCommand,
  type OperatorContext,
  parsedOptions,
  UsageError,
} from './operator-command';

const SETTINGS = `
  SELECT name, setting FROM pg_settings
   WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit', 'max_connections', 'archive_mode',
                  'server_version')`;

/** `corebank doctor`: checks the machine, the database and the program, and says what to change. */
export const doctor: OperatorCommand = {
  name: 'doctor',
  options: '',
  summary: 'Checks versions, database, rights, master key, clock and disk, and says what to change',
  async run(context, args) {
    parsedOptions(args, {});
    const items = doctorChecks(await observe(context));
    const wrong = items.filter(({ ok }) => !ok).length;
    return {
      ok: wrong === 0,
      text: [...linesOfChecks(items, 'WRONG'), wrong === 0 ? 'All is well.' : `Wrong: ${wrong} of ${items.length}.`],
      data: { items },
    };
  },
};

async function observe({ config, services }: OperatorContext): Promise<Observations> {
  const seen = await ofDatabase(config);
  const startRefusal = await services().then(
    () => undefined,
    (error: Error) => error.message,
  );
  const { bavail, bsize } = await statfs(nearestFolder(config.dataDir));
  return {
    ...seen,
    nodeVersion: process.version,
    programVersion: PROGRAM_VERSION,
    dumpMajor: dumpMajor(),
    poolSize: config.databasePooler === 'none' ? config.databasePoolSize : undefined,
    freeBytes: bavail * bsize,
    startRefusal,
  };
}

type DatabaseFacts = Omit<
  Observations,
  'nodeVersion' | 'programVersion' | 'dumpMajor' | 'poolSize' | 'freeBytes' | 'startRefusal'
>;

/** @throws UsageError when the database cannot be reached */
async function ofDatabase(config: AppConfig): Promise<DatabaseFacts> {
  const url = config.migrationUrl;
  if (url === undefined) throw new UsageError(MIGRATION_URL_MISSING);
  const role = servingRoleOf(config);
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
  } catch (error) {
    throw new UsageError(startFailure(error));
  }
  try {
    const rows = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
      (await client.query(text, values)).rows as Row[];
    const [recovery] = await rows<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby');
    if (recovery!.standby)
      throw new UsageError('DATABASE_URL names a standby server, which cannot be written to; name the primary.');
    const settings = await rows<{ name: string; setting: string }>(SETTINGS);
    const byName = Object.fromEntries(settings.map(({ name, setting }) => [name, setting]));
    const [size] = await rows<{ bytes: string }>('SELECT pg_database_size(current_database()) AS bytes');
    const [found] = await rows<{ exists: boolean }>('SELECT to_regrole(quote_ident($1)) IS NOT NULL AS exists', [role]);
    return {
      serverVersion: byName.server_version ?? 'unknown',
      settings: byName,
      clockDifferenceMs: await clockDifferenceMs(client),
      pendingMigrations: (await pendingMigrations(url, role)).map(({ name }) => name),
      servingRole: role,
      missingRights: found?.exists ? await missingServingRights(rows, role) : undefined,
      databaseBytes: Number(size!.bytes),
      undistributedTables: undistributedTables(await readClusterFacts(rows)),
      replication: await observeReplication(rows, config.databaseReplicaUrl),
    };
  } finally {
    await client.end();
  }
}

/** Assumes that question and answer take equally long. */
async function clockDifferenceMs(client: Client): Promise<number> {
  const clock = new Clock();
  const before = clock.now().getTime();
  const { rows } = await client.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  const after = clock.now().getTime();
  return Math.round(rows[0]!.now.getTime() - (before + after) / 2);
}

function dumpMajor(): number | undefined {
  const { stdout, status } = spawnSync('pg_dump', ['--version'], { encoding: 'utf8' });
  const major = status === 0 ? /(\d+)/.exec(stdout)?.[1] : undefined;
  return major === undefined ? undefined : Number(major);
}

/** The folder itself or, before the first start, its nearest parent that exists. */
function nearestFolder(folder: string): string {
  return existsSync(folder) ? folder : nearestFolder(path.dirname(folder));
}
