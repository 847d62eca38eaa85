import { existsSync, lstatSync, mkdtempSync, readdirSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { citusPostgres } from '../scripts/lib/citus-postgres.cjs';
import { distribute } from '../src/cli/distribution/distribute';
import { DEFAULT_SERVING_ROLE } from '../src/common/database/serving-role';
import { removeAbandonedCluster, startEmbeddedPostgres } from '../src/embedded-postgres/embedded-postgres';
import { CitusCluster } from './support/citus-cluster';
import { databaseUrl, execute, TEMPLATE_DATABASE } from './support/database';
import { machineUrls, useWorkers } from './support/machines';
import { createPooledLogin, PgBouncer } from './support/pgbouncer';
import { usePooler } from './support/pooler-settings';
import { startedServer } from './support/started-server';
import { prepareTemplate } from './support/template';

const FOLDER_PREFIX = 'corebank-test-pg-';
/** A folder this young may belong to a run that has not reserved it yet. */
const FOLDER_AGE_MIN_MS = 60_000;
/**
 * Linux' folder in memory: every suite copies the template's thousand files, which takes ten times as long on a disk.
 */
const MEMORY_FOLDER = '/dev/shm';
const MEMORY_MIN_BYTES = 4 * 1024 ** 3;
/** Few, because each table of each test database has so many. */
const SHARDS = 2;

/**
 * One server for the whole run and one migrated template database in it. With TEST_ADMIN_DATABASE_URL (a superuser's
 * connection string) that server is used instead, by one run at a time.
 */
export default async function setup(): Promise<void> {
  if (process.env.TEST_CITUS === 'true') {
    await startDistributed();
    return;
  }
  const adminUrl = process.env.TEST_ADMIN_DATABASE_URL ?? (await startServer());
  process.env.TEST_ADMIN_DATABASE_URL = adminUrl;
  await execute(
    adminUrl,
    `DROP DATABASE IF EXISTS ${TEMPLATE_DATABASE} WITH (FORCE)`,
    `CREATE DATABASE ${TEMPLATE_DATABASE}`,
  );
  await prepareTemplate(databaseUrl(adminUrl, TEMPLATE_DATABASE));
  // A template that nobody can connect to is always free to be copied.
  await execute(adminUrl, `ALTER DATABASE ${TEMPLATE_DATABASE} WITH ALLOW_CONNECTIONS false`);
  if (process.env.TEST_POOLER === 'true') await startPooler(adminUrl);
}

/** From here on, programs under test reach their databases through a pooler. */
async function startPooler(adminUrl: string): Promise<void> {
  await createPooledLogin(adminUrl, DEFAULT_SERVING_ROLE);
  const connections = process.env.TEST_POOLER_CONNECTIONS;
  startedServer.pooler = await PgBouncer.start(
    adminUrl,
    connections === undefined ? {} : { default_pool_size: connections },
  );
  usePooler(startedServer.pooler.url('postgres'));
}

/** A cluster of Citus with a distributed template, which is copied on each of its machines. */
async function startDistributed(): Promise<void> {
  const binDir = citusPostgres();
  if (binDir === undefined) throw new Error('No PostgreSQL with Citus is installed: npm run test:citus looks for it.');
  const cluster = await CitusCluster.create(binDir);
  startedServer.cluster = cluster;
  const url = await cluster.createDatabase(TEMPLATE_DATABASE);
  const order = { url, servingRole: DEFAULT_SERVING_ROLE, shards: SHARDS, isDryRun: false };
  await prepareTemplate(url, () => distribute(order));
  const adminUrl = cluster.coordinator.url('postgres');
  process.env.TEST_ADMIN_DATABASE_URL = adminUrl;
  useWorkers(cluster.workers.map((worker) => worker.url('postgres')));
  for (const server of machineUrls(adminUrl))
    await execute(
      server,
      `ALTER DATABASE ${TEMPLATE_DATABASE} WITH ALLOW_CONNECTIONS false`,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${TEMPLATE_DATABASE}'`,
    );
}

async function startServer(): Promise<string> {
  for (const parent of new Set([os.tmpdir(), clusterParent()])) await removeFoldersOfDeadRuns(parent);
  const dataDir = mkdtempSync(path.join(clusterParent(), FOLDER_PREFIX));
  const server = await startEmbeddedPostgres({ dataDir, unsafeFast: true });
  startedServer.current = { server, dataDir };
  return server.url;
}

/** Where the cluster is made: in memory if there is enough of it. */
function clusterParent(): string {
  if (!existsSync(MEMORY_FOLDER)) return os.tmpdir();
  const { bsize, blocks } = statfsSync(MEMORY_FOLDER);
  return bsize * blocks >= MEMORY_MIN_BYTES ? MEMORY_FOLDER : os.tmpdir();
}

/** A killed run leaves its folder, and the server too if its watchdog was killed with it. */
async function removeFoldersOfDeadRuns(parent: string): Promise<void> {
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(FOLDER_PREFIX))) {
    const folder = path.join(parent, name);
    const stats = lstatSync(folder, { throwIfNoEntry: false });
    if (!stats?.isDirectory() || stats.uid !== process.getuid?.()) continue;
    if (Date.now() - stats.mtimeMs > FOLDER_AGE_MIN_MS) await removeAbandonedCluster(folder);
  }
}
