import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { createTestDatabase, databaseUrl, execute, type TestDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { listenOnLoopback } from '../support/loopback';
import { freePort, ServerProcess } from '../support/server-process';
import { MASTER_KEY } from '../support/test-config';

const ROOT = path.resolve(__dirname, '..', '..');
const LINES_BEFORE_THE_BANNER_MAX = 12;

/** Output of a program that ends by itself. */
function run(args: string[], settings: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, args, { cwd: ROOT, env: { ...process.env, ...settings } });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}

/** The server as the first thing that an operator sees of it. */
describe('a terminal', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'corebank-terminal-'));
  let database: TestDatabase;
  beforeAll(async () => (database = await createTestDatabase()));
  afterAll(async () => {
    await database?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('shows short lines before the banner, one for each step, and says when the server stops', async () => {
    const server = await ServerProcess.start(database.url, {
      NODE_ENV: 'development',
      LOG_FORMAT: 'terminal',
      LOG_LEVEL: 'info',
      SANDBOX: 'true',
      SANDBOX_PORT: '0',
      DATA_DIR: folder,
    });
    const html = await fetch(server.url, { redirect: 'manual', headers: { accept: 'text/html,*/*;q=0.8' } });
    expect([html.status, html.headers.get('location')]).toEqual([302, '/docs']);
    const json = await fetch(server.url, { headers: { accept: 'application/json' } });
    expect(await json.json()).toEqual({ status: true, message: 'Successful', data: { documentation: '/docs' } });
    expect((await fetch(server.url, { method: 'POST' })).status).toBe(404);
    expect(await server.stop('SIGTERM')).toBe(0);

    const text = stripVTControlCharacters(server.output);
    const before = text.slice(0, text.indexOf('corebank is ready at')).trim().split('\n');
    expect(before.length).toBeLessThan(LINES_BEFORE_THE_BANNER_MAX);
    expect(before.filter((line) => !/^\d\d:\d\d:\d\d (info {2}.{1,100}|warn {2}.*)$/.test(line))).toEqual([]);
    const steps = [
      'Migrating the database',
      'Starting corebank',
      'Preparing the sandbox',
      `Listening at ${server.url}`,
    ];
    expect(steps.filter((step) => !before.some((line) => line.includes(step)))).toEqual([]);
    expect(text).toMatch(/Stopping: requests under way are finished\n[^]*Stopped\n$/);
    expect(server.output).toContain('\u001b[');
  }, 120_000);

  it('shows no secret in production, not even those of a sandbox', async () => {
    await execute(database.url, 'DELETE FROM installation_check', 'DELETE FROM institution_setting WHERE sealed');
    const dataDir = path.join(folder, 'production');
    const managementPort = await freePort();
    const server = await ServerProcess.start(
      database.url,
      {
        NODE_ENV: 'production',
        MANAGEMENT_PORT: String(managementPort),
        COREBANK_MASTER_KEY: randomBytes(32).toString('base64'),
        LOG_LEVEL: 'info',
        SHUTDOWN_DELAY_MS: '0',
        SANDBOX: 'true',
        SANDBOX_PORT: '0',
        DATA_DIR: dataDir,
      },
      managementPort,
    );
    const file = path.join(dataDir, 'sandbox.json');
    await eventually(() => Promise.resolve(expect(existsSync(file)).toBe(true)));
    const { client, staff } = JSON.parse(readFileSync(file, 'utf8')) as {
      client: { clientSecret: string };
      staff: Record<string, { password: string }>;
    };
    expect(await (await fetch(server.url)).json()).toMatchObject({ status: false });
    await server.stop('SIGTERM');
    const secrets = [client.clientSecret, ...Object.values(staff).map(({ password }) => password)];
    expect(secrets.length).toBeGreaterThan(3);
    expect(secrets.filter((secret) => server.output.includes(secret))).toEqual([]);
    expect(server.output).toContain('sandbox.json');
  }, 120_000);

  describe('says in one sentence which variable to change', () => {
    let untouched: TestDatabase;
    beforeAll(async () => (untouched = await createTestDatabase()));
    afterAll(() => untouched?.drop());

    const usual = (): Record<string, string> => ({
      NODE_ENV: 'test',
      DATABASE_URL: untouched.url,
      COREBANK_MASTER_KEY: MASTER_KEY,
      LOG_LEVEL: 'error',
      HOST: '127.0.0.1',
    });
    const start = (settings: Record<string, string>): Promise<{ code: number | null; output: string }> =>
      run(['-r', './scripts/lib/register-swc.cjs', 'src/main.ts'], { ...usual(), ...settings });
    const wrong = (change: (url: URL) => void): string => {
      const url = new URL(untouched.url);
      change(url);
      return url.href;
    };

    it.each([
      ['a port that is taken', async () => ({ PORT: String(await takenPort()) }), /^Port \d+ is taken .*set PORT/],
      [
        'a database that is away',
        async () => ({ DATABASE_URL: wrong((url) => (url.port = '1')) }),
        /^The database of DATABASE_URL cannot be reached/,
      ],
      [
        'a database that is away, without migrations at the start',
        async () => ({ MIGRATE_ON_START: 'false', DATABASE_URL: wrong((url) => (url.port = '1')) }),
        /^The database of DATABASE_URL cannot be reached/,
      ],
      [
        'a wrong password',
        async () => ({ DATABASE_URL: wrong((url) => (url.password = 'wrong')) }),
        /^The database refuses the password: correct it in DATABASE_URL/,
      ],
      [
        'a database that does not exist',
        async () => ({ DATABASE_URL: databaseUrl(untouched.url, 'nowhere') }),
        /^The database that DATABASE_URL names does not exist/,
      ],
    ])(
      '%s',
      async (_, settings, sentence) => {
        const { code, output } = await start(await settings());
        expect(code).toBe(1);
        expect(output.trim()).toMatch(sentence);
        expect(output.trim().split('\n')).toHaveLength(1);
      },
      60_000,
    );

    it('a Node that is too old', async () => {
      const old = path.join(folder, 'old-node.cjs');
      writeFileSync(old, `Object.defineProperty(process.versions, 'node', { value: '18.20.4' });`);
      const { code, output } = await run(['-r', old, 'scripts/serve.mjs'], usual());
      expect({ code, output }).toEqual({
        code: 1,
        output: expect.stringMatching(/^corebank needs Node 20\.19\.0 or newer, and this is .*\n$/),
      });
    });
  });

  const takers: ReturnType<typeof createServer>[] = [];
  afterAll(() => takers.forEach((server) => server.close()));
  async function takenPort(): Promise<number> {
    const server = createServer();
    takers.push(server);
    await listenOnLoopback(server);
    return (server.address() as AddressInfo).port;
  }
});
