import { type ChildProcess, spawn, type SpawnOptions, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { defaultServerAccount, serverEnvironment } from '../../src/embedded-postgres/server-account';
import { freePort } from './server-process';

/** Where Debian installs each major version of PostgreSQL. */
const INSTALLATIONS = '/usr/lib/postgresql';
const PROGRAMS = ['initdb', 'postgres', 'pg_dump', 'pg_restore', 'pg_basebackup', 'pg_verifybackup', 'psql'];
const START_ATTEMPTS_MAX = 300;
const START_POLL_MS = 100;
/** Characters of the server's last words in an error. */
const LOG_SHOWN = 2_000;
const SUPERUSER = 'postgres';

/** The folder with the programs of the newest installed PostgreSQL that has its tools; undefined without one. */
export function installedPostgres(): string | undefined {
  if (!existsSync(INSTALLATIONS)) return undefined;
  return readdirSync(INSTALLATIONS)
    .sort((a, b) => Number(b) - Number(a))
    .map((major) => path.join(INSTALLATIONS, major, 'bin'))
    .find((folder) => PROGRAMS.every((program) => existsSync(path.join(folder, program))));
}

/**
 * `describe` for suites that need PostgreSQL's own tools, which the embedded server does not have. Without them the
 * suite is skipped with a line or, where every check must run (CI=true), fails.
 */
export function describeWithInstalledPostgres(name: string, suite: (binDir: string) => void): void {
  const binDir = installedPostgres();
  if (binDir !== undefined) {
    describe(name, () => suite(binDir));
    return;
  }
  const reason = `No PostgreSQL with its tools is installed below ${INSTALLATIONS}: apt-get install postgresql`;
  if (process.env.CI !== 'true') console.warn(`Skipped: ${name}. ${reason}`);
  const declare = process.env.CI === 'true' ? it : it.skip;
  describe(name, () =>
    declare('needs an installed PostgreSQL', () => {
      throw new Error(reason);
    }),
  );
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

const running = new Set<ChildProcess>();

/** One listener for all servers of this process. */
function endWithThisProcess(server: ChildProcess): void {
  if (running.size === 0) process.once('exit', endAll);
  running.add(server);
  server.once('exit', () => {
    running.delete(server);
    if (running.size === 0) process.off('exit', endAll);
  });
}

function endAll(): void {
  for (const server of running) server.kill('SIGQUIT');
}

/** A cluster of the installed PostgreSQL in a folder of its own, under an account that is not root. */
export class InstalledCluster {
  private server: ChildProcess | undefined;

  private constructor(
    readonly binDir: string,
    /** The folder of the cluster's files, `data` and whatever a suite adds; removed at the end. */
    readonly folder: string,
    readonly port: number,
  ) {}

  /** Makes a cluster and starts it. @param settings of the server beside the defaults, as with `postgres -c` */
  static async create(binDir: string, settings: Record<string, string> = {}): Promise<InstalledCluster> {
    const cluster = await InstalledCluster.prepare(binDir);
    const args = ['-D', cluster.dataFolder, '-U', SUPERUSER, '-A', 'trust', '-E', 'UTF8', '--locale=C', '-k'];
    cluster.run('initdb', args);
    await cluster.start(settings);
    return cluster;
  }

  /** A folder for a cluster whose data folder comes from a backup. */
  static async prepare(binDir: string): Promise<InstalledCluster> {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'corebank-installed-pg-'));
    const cluster = new InstalledCluster(binDir, folder, await freePort());
    cluster.own(folder);
    return cluster;
  }

  get dataFolder(): string {
    return path.join(this.folder, 'data');
  }

  /** The process id of the server that was started last. */
  get pid(): number {
    return this.server?.pid ?? 0;
  }

  get isRunning(): boolean {
    return this.server !== undefined && !hasEnded(this.server);
  }

  /** A connection string; without a password, because the cluster trusts this machine. */
  url(database: string, user = SUPERUSER): string {
    return `postgres://${user}@127.0.0.1:${this.port}/${database}`;
  }

  /** A folder in the cluster's own, which the server may write. */
  subfolder(name: string): string {
    const folder = path.join(this.folder, name);
    mkdirSync(folder, { recursive: true });
    this.own(folder);
    return folder;
  }

  /** Runs one of PostgreSQL's programs under the server's account. @throws Error with its output when it fails */
  run(program: string, args: string[], environment: Record<string, string> = {}, input = ''): string {
    const command = path.isAbsolute(program) ? program : path.join(this.binDir, program);
    const { status, stdout, stderr } = spawnSync(command, args, {
      ...this.surroundings(environment),
      encoding: 'utf8',
      input,
    });
    if (status !== 0) throw new Error(`${program} failed (${status}): ${stderr}${stdout}`);
    return stdout;
  }

  /** The same while other work of this process goes on. */
  async runBeside(program: string, args: string[]): Promise<void> {
    const child = spawn(path.join(this.binDir, program), args, {
      ...this.surroundings(),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let words = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (words += text));
    const [status] = (await once(child, 'close')) as [number | null];
    if (status !== 0) throw new Error(`${program} failed (${status}): ${words}`);
  }

  /**
   * Starts the server on the data folder, and waits until it takes connections and, unless it is to be a standby, has
   * ended a recovery.
   */
  async start(settings: Record<string, string> = {}, as: 'primary' | 'standby' = 'primary'): Promise<void> {
    const all = { port: String(this.port), listen_addresses: '127.0.0.1', unix_socket_directories: '', ...settings };
    const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const server = spawn(path.join(this.binDir, 'postgres'), ['-D', this.dataFolder, ...args], {
      ...this.surroundings(),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let words = '';
    this.server = server;
    endWithThisProcess(server);
    server.stderr.setEncoding('utf8').on('data', (text: string) => (words = (words + text).slice(-LOG_SHOWN)));
    for (let attempt = 0; attempt < START_ATTEMPTS_MAX; attempt += 1) {
      if (await this.serves(as)) return;
      if (hasEnded(server)) break;
      await sleep(START_POLL_MS);
    }
    throw new Error(`PostgreSQL did not start in ${this.dataFolder}: ${words}`);
  }

  /** Stops the server: `SIGINT` in order, `SIGKILL` as a crash does. */
  async stop(signal: NodeJS.Signals = 'SIGINT'): Promise<void> {
    const { server } = this;
    this.server = undefined;
    if (!server || hasEnded(server)) return;
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill(signal);
    await ended;
  }

  /** Stops the server and removes the folder. */
  async remove(): Promise<void> {
    await this.stop('SIGQUIT');
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Gives a file or a folder with everything in it to the server's account. */
  own(name: string): void {
    const { uid, gid } = defaultServerAccount();
    if (uid === undefined || gid === undefined) return;
    chownSync(name, uid, gid);
    if (!statSync(name).isDirectory()) return;
    for (const entry of readdirSync(name)) this.own(path.join(name, entry));
  }

  /** The account, folder and environment of PostgreSQL's programs. */
  private surroundings(environment: Record<string, string> = {}): SpawnOptions {
    const env = { ...serverEnvironment(), PATH: `${this.binDir}:${process.env.PATH}`, ...environment };
    return { ...defaultServerAccount(), cwd: '/', env };
  }

  private async serves(as: 'primary' | 'standby'): Promise<boolean> {
    const client = new Client({ connectionString: this.url('postgres') });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<{ recovering: boolean }>('SELECT pg_is_in_recovery() AS recovering');
      return rows[0]?.recovering === (as === 'standby');
    } catch {
      return false;
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
