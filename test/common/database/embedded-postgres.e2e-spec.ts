import { ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import {
  EmbeddedPostgres,
  removeAbandonedCluster,
  startEmbeddedPostgres,
} from '../../../src/embedded-postgres/embedded-postgres';
import { waitUntilGone } from '../../../src/embedded-postgres/process-liveness';
import { eventually } from '../../support/eventually';
import { PROJECT_ROOT } from '../../support/source-tree';

const GONE_TIMEOUT_MS = 10_000;
/** Another process that starts the server in the given folder, reports, and stays. */
const OWNER_PROGRAM = `
  const { startEmbeddedPostgres } = require('./src/embedded-postgres/embedded-postgres.ts');
  startEmbeddedPostgres({ dataDir: process.argv[1] }).then(
    ({ pid, url }) => console.log(JSON.stringify({ pid, url })),
    (error) => console.log(JSON.stringify({ error: error.message })),
  );
  setInterval(() => undefined, 1000);
`;

interface Owner {
  child: ChildProcess;
  report: { pid: number; url: string; error?: string };
}

describe('embedded PostgreSQL', () => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'corebank-embedded-'));
  const owners: ChildProcess[] = [];
  let server: EmbeddedPostgres | undefined;

  afterEach(async () => {
    owners.splice(0).forEach((child) => child.kill('SIGKILL'));
    await server?.stop();
    server = undefined;
  });
  afterAll(async () => {
    await removeAbandonedCluster(dataDir);
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('starts a cluster with safe settings, and starts it again with the same data', async () => {
    server = await startEmbeddedPostgres({ dataDir, database: 'corebank' });
    await query(server.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    const safety = 'data_checksums fsync full_page_writes synchronous_commit'.split(' ');
    const settings = await query(
      server.url,
      `SELECT ${safety.map((name) => `current_setting('${name}') AS ${name}`).join()}`,
    );
    expect(settings).toEqual([Object.fromEntries(safety.map((name) => [name, 'on']))]);
    await server.stop();

    server = await startEmbeddedPostgres({ dataDir, database: 'corebank', settings: { max_connections: '17' } });
    expect(await query(server.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    expect(await query(server.url, 'SHOW max_connections')).toEqual([{ max_connections: '17' }]);
    expect(server.adopted).toBe(false);
  });

  it('starts a killed server again at the same address, with what was committed, and stops it when told', async () => {
    const said: string[] = [];
    const running = await startEmbeddedPostgres({
      dataDir,
      database: 'corebank',
      startsAgain: true,
      log: (line) => said.push(line),
    });
    server = running;
    await query(running.url, 'CREATE TABLE committed AS SELECT 7 AS answer');
    const killed = running.pid;
    process.kill(killed, 'SIGKILL');
    await eventually(async () =>
      expect(await query(running.url, 'SELECT answer FROM committed')).toEqual([{ answer: 7 }]),
    );
    expect(running.pid).not.toBe(killed);
    expect(said.join('; ')).toMatch(/ended unexpectedly; it is started again.*runs again/);
    const last = running.pid;
    await running.stop();
    expect(await waitUntilGone(last, GONE_TIMEOUT_MS)).toBe(true);
    expect(running.pid).toBe(last);
  });

  it('refuses a folder in use by this process or another one', async () => {
    server = await startEmbeddedPostgres({ dataDir });
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow('in use by this process');
    const other = await startOwner();
    expect(other.report.error).toContain(
      `in use by process ${process.pid}; stop that process first, or set DATABASE_URL`,
    );
    expect(await removeAbandonedCluster(dataDir)).toBe(false);
    expect(await query(server.url, 'SELECT 1 AS alive')).toEqual([{ alive: 1 }]);
  });

  it('stops with its killed owner and starts again with the committed data', async () => {
    const { child, report } = await startOwner();
    await query(report.url, 'CREATE TABLE committed AS SELECT 1 AS n');
    child.kill('SIGKILL');
    expect(await waitUntilGone(report.pid, GONE_TIMEOUT_MS)).toBe(true);
    server = await startEmbeddedPostgres({ dataDir });
    expect(await query(server.url, 'SELECT n FROM committed')).toEqual([{ n: 1 }]);
  });

  it('recovers after owner and server are killed together', async () => {
    const { child, report } = await startOwner();
    await query(report.url, 'CREATE TABLE logged AS SELECT 1 AS n');
    process.kill(report.pid, 'SIGKILL');
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
    server = await startEmbeddedPostgres({ dataDir });
    expect(await query(server.url, 'SELECT n FROM logged')).toEqual([{ n: 1 }]);
  });

  async function startOwner(): Promise<Owner> {
    const args = ['-r', './scripts/lib/register-swc.cjs', '-e', OWNER_PROGRAM, dataDir];
    const child = spawn(process.execPath, args, { cwd: PROJECT_ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
    owners.push(child);
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    return { child, report: JSON.parse(line.toString()) as Owner['report'] };
  }
});

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
