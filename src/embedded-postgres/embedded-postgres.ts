import { ChildProcess } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { Client } from 'pg';
import { findServerBinaries } from './binaries';
import { dataFolderOf, ensureCluster, SUPERUSER } from './cluster';
import { prepareClusterHome } from './cluster-home';
import { acquireOwnership, liveOwner } from './ownership';
import { startPostmaster, stopLeftover, stopPostmaster } from './postmaster';
import { clusterAccount, defaultServerAccount } from './server-account';
import { settingArguments } from './settings';
import { startWatchdog } from './watchdog';

export interface EmbeddedPostgresOptions {
  /** Folder of the cluster, its password and its log; created if absent. It must not hold other files. */
  dataDir: string;
  /** Database that `url` points to; created if absent. Default `postgres`. */
  database?: string;
  /** TCP port on 127.0.0.1; any free one by default. */
  port?: number;
  /** Server settings that replace the defaults, e.g. `{ max_connections: '200' }`. */
  settings?: Record<string, string>;
  /** Runs without fsync: faster, but a crash of the machine may lose the cluster. Only for tests. */
  unsafeFast?: boolean;
  /** Starts the server again when it ends without `stop()`. Default false. */
  startsAgain?: boolean;
  /** Receives a line for each important step. */
  log?: (line: string) => void;
}

export interface EmbeddedPostgres {
  /** Connection string of the superuser to the chosen database. */
  url: string;
  /** The same for another database, which need not exist yet. */
  urlFor(database: string): string;
  /** The process id of the server that runs now. */
  readonly pid: number;
  port: number;
  /** True when a server of a killed process was still running; it was restarted with the settings of this call. */
  adopted: boolean;
  /** Folder of the programs in use. */
  binDir: string;
  /** Stops the server and releases the folder. A second call waits for the same stop. */
  stop(): Promise<void>;
}

/**
 * Runs a real PostgreSQL server for this process, on loopback only, from the programs that npm installed.
 *
 * The server ends with `stop()` or, by a watchdog, when this process dies. With `startsAgain`, one that
 * ends otherwise is started again, at the same port. It also works as root (under an unprivileged account). Call
 * `stop()` after all users of the database are closed.
 *
 * @throws Error when another process uses `dataDir`, when no server program runs on this machine, or when the server
 * does not start; the message says what to do or repeats the server's output.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const fallbackAccount = defaultServerAccount();
  const home = prepareClusterHome(options.dataDir, fallbackAccount);
  const release = acquireOwnership(home);
  let watchdog: ChildProcess | undefined;
  let server: ChildProcess | undefined;
  let restart: Promise<void> | undefined;
  let isStopping = false;
  const stop = async (): Promise<void> => {
    isStopping = true;
    await restart;
    if (server) await stopPostmaster(server);
    watchdog?.kill('SIGKILL');
    release();
  };
  try {
    const adopted = await stopLeftover(home);
    if (adopted) options.log?.(`stopped a PostgreSQL left running in ${home}`);
    const account = clusterAccount(dataFolderOf(home), fallbackAccount);
    const unsafeFast = options.unsafeFast ?? false;
    const binDir = findServerBinaries(home, account);
    const password = ensureCluster(home, binDir, account, unsafeFast);
    watchdog = startWatchdog(home, account);
    const args = settingArguments(unsafeFast, options.settings ?? {});
    const started = await startPostmaster({ home, binDir, account, port: options.port, args });
    const { port } = started;
    server = started.child;
    const startAgain = async (): Promise<void> => {
      options.log?.('PostgreSQL ended unexpectedly; it is started again');
      try {
        const { child } = await startPostmaster({ home, binDir, account, port, args });
        watch((server = child));
        options.log?.('PostgreSQL runs again');
      } catch (error) {
        options.log?.(`PostgreSQL could not be started again: ${(error as Error).message}`);
      }
    };
    const watch = (child: ChildProcess): void =>
      void child.once('exit', () => {
        if (options.startsAgain && !isStopping) restart = startAgain();
      });
    watch(started.child);
    const urlFor = (database: string): string =>
      `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
    const database = options.database ?? 'postgres';
    await ensureDatabase(urlFor('postgres'), database);
    options.log?.(`PostgreSQL runs in ${home} on port ${port}`);
    let stopping: Promise<void> | undefined;
    return {
      url: urlFor(database),
      urlFor,
      get pid() {
        return server?.pid ?? 0;
      },
      port,
      adopted,
      binDir,
      stop: () => (stopping ??= stop()),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Deletes a cluster that no process uses, after stopping a server left running in it.
 *
 * @returns false, with nothing changed, when a running process uses it.
 */
export async function removeAbandonedCluster(dataDir: string): Promise<boolean> {
  const home = prepareClusterHome(dataDir, defaultServerAccount());
  if (liveOwner(home) !== undefined) return false;
  await stopLeftover(home);
  for (const folder of [home, dataDir]) if (existsSync(folder)) rmSync(folder, { recursive: true, force: true });
  return true;
}

async function ensureDatabase(adminUrl: string, database: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [database]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(database)}`);
  } finally {
    await client.end();
  }
}
