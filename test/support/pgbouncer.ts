import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { installedPgBouncer, knowsPreparedStatements } from '../../scripts/lib/pgbouncer.cjs';
import { defaultServerAccount } from '../../src/embedded-postgres/server-account';
import { execute } from './database';
import { freePort } from './server-process';

const START_ATTEMPTS_MAX = 100;
const START_POLL_MS = 50;
/** Characters of its last words in an error. */
const LOG_SHOWN = 2_000;
/**
 * The login that the pooler uses. It has no right but to take the serving role, so that a statement fails which forgets
 * to take it.
 */
const LOGIN = 'corebank_pooled';
const PASSWORD = 'only-for-tests';

/** Makes the login. The serving role must exist: a migration makes it. */
export async function createPooledLogin(adminUrl: string, servingRole: string): Promise<void> {
  await execute(
    adminUrl,
    `DO $$ BEGIN CREATE ROLE ${LOGIN} LOGIN NOINHERIT PASSWORD '${PASSWORD}';
       EXCEPTION WHEN duplicate_object THEN NULL; END $$`,
    `GRANT ${servingRole} TO ${LOGIN}`,
  );
}

/** PgBouncer in transaction mode in front of a server, with a configuration in a folder of its own. */
export class PgBouncer {
  private child: ChildProcess | undefined;
  private words = '';

  private constructor(
    private readonly program: string,
    private readonly folder: string,
    readonly port: number,
  ) {}

  /**
   * Starts it before the server of a connection string of an administrator.
   * @param settings of `[pgbouncer]` beside the usual ones.
   */
  static async start(adminUrl: string, settings: Record<string, string | number> = {}): Promise<PgBouncer> {
    const installed = installedPgBouncer();
    if (installed === undefined) throw new Error('PgBouncer is not installed: npm run test:pooler looks for it.');
    const folder = mkdtempSync(path.join(os.tmpdir(), 'corebank-pgbouncer-'));
    const pooler = new PgBouncer(installed.program, folder, await freePort());
    const { hostname, port, username, password } = new URL(adminUrl);
    const all = {
      listen_addr: '127.0.0.1',
      listen_port: pooler.port,
      unix_socket_dir: '',
      auth_type: 'scram-sha-256',
      auth_file: path.join(folder, 'users.txt'),
      admin_users: username,
      pool_mode: 'transaction',
      default_pool_size: 5,
      max_client_conn: 1_000,
      log_connections: 0,
      log_disconnections: 0,
      server_idle_timeout: 10,
      ...(knowsPreparedStatements(installed.version) ? { max_prepared_statements: 200 } : {}),
      ...settings,
    };
    const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`);
    const databases = `[databases]\n* = host=${hostname} port=${port}\n`;
    pooler.write('pgbouncer.ini', `${databases}[pgbouncer]\n${lines.join('\n')}\n`);
    pooler.write('users.txt', `"${LOGIN}" "${PASSWORD}"\n"${username}" "${decodeURIComponent(password)}"\n`);
    await pooler.run();
    return pooler;
  }

  /** The connection string of a database, through the pooler and as its login. */
  url(database: string): string {
    return `postgres://${LOGIN}:${PASSWORD}@127.0.0.1:${this.port}/${database}`;
  }

  /** Starts it, after a `kill` again, and waits until it answers. */
  async run(): Promise<void> {
    const child = spawn(this.program, [path.join(this.folder, 'pgbouncer.ini')], {
      ...defaultServerAccount(),
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.child = child;
    child.stderr.setEncoding('utf8').on('data', (text) => (this.words = (this.words + text).slice(-LOG_SHOWN)));
    process.once('exit', () => child.kill('SIGKILL'));
    for (let attempt = 0; attempt < START_ATTEMPTS_MAX && child.exitCode === null; attempt += 1) {
      if (await this.answers()) return;
      await sleep(START_POLL_MS);
    }
    throw new Error(`PgBouncer did not start: ${this.words}`);
  }

  /** Ends it at once, as a crash does: its clients and its server see lost connections. */
  async kill(): Promise<void> {
    const { child } = this;
    this.child = undefined;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async answers(): Promise<boolean> {
    const client = new Client({ connectionString: this.url('postgres'), connectionTimeoutMillis: 2_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('SELECT 1');
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  private write(name: string, text: string): void {
    const file = path.join(this.folder, name);
    writeFileSync(file, text, { mode: 0o600 });
    const { uid, gid } = defaultServerAccount();
    if (uid === undefined || gid === undefined) return;
    chownSync(this.folder, uid, gid);
    chownSync(file, uid, gid);
  }
}
