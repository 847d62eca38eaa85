import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { MASTER_KEY } from '../support/test-config';
import { MEBIBYTE, pdfOf, UPLOAD } from './files';

const ROOT = path.resolve(__dirname, '..', '..');
const START_TIMEOUT_MS = 90_000;
const UPLOADS = 8;
/** Eight bodies as text take 107 MB, and their files 80 MB more; streams take a tenth of that. */
const GROWTH_MAX_MIB = 150;

interface SandboxFile {
  client: { clientId: string; clientSecret: string };
  accounts: { accountNumber: string }[];
}

/** The server as a process of its own, because another's memory says nothing. `/proc` tells it, so Linux only. */
(process.platform === 'linux' ? describe : describe.skip)('memory of uploads', () => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'corebank-uploads-'));
  let database: TestDatabase;
  let server: ChildProcess;
  let url: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    server = spawn(process.execPath, ['-r', './scripts/lib/register-swc.cjs', 'src/main.ts'], {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, NODE_ENV: 'test', DATABASE_URL: database.url, DATA_DIR: dataDir, PORT: String(port), HOST: '127.0.0.1', SANDBOX: 'true', LOG_LEVEL: 'warn', COREBANK_MASTER_KEY: MASTER_KEY },
    });
    const deadline = performance.now() + START_TIMEOUT_MS;
    while (!(await fetch(`${url}/health/ready`).then((answer) => answer.ok, () => false))) {
      if (server.exitCode !== null || performance.now() > deadline) throw new Error('The server did not start.');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }, START_TIMEOUT_MS + 5_000);

  afterAll(async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    await ended;
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const memoryMib = (field: 'VmRSS' | 'VmHWM'): number => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))![1]) / 1024;

  it('grows little with parallel documents of 10 MB', async () => {
    const sandbox = JSON.parse(readFileSync(path.join(dataDir, 'sandbox.json'), 'utf8')) as SandboxFile;
    const send = (route: string, body: string, headers = {}): Promise<Response> => fetch(`${url}${route}`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });
    const { accessToken } = (await (await send('/api/auth/v1/authenticate', JSON.stringify(sandbox.client))).json()) as { accessToken: string };
    const fields = { entityType: 'account', entityId: sandbox.accounts[0]!.accountNumber, documentType: 'Statement', fileName: 'statement.pdf' };
    const body = (size: number): string => JSON.stringify({ ...fields, content: pdfOf(size).toString('base64url') });
    const authorization = `Bearer ${accessToken}`;
    expect((await send(UPLOAD, body(MEBIBYTE), { authorization })).status).toBe(200);

    const idleMib = memoryMib('VmRSS');
    const largest = body(10 * MEBIBYTE);
    const answers = await Promise.all(Array.from({ length: UPLOADS }, () => send(UPLOAD, largest, { authorization })));
    expect(answers.map(({ status }) => status)).toEqual(Array(UPLOADS).fill(200));
    expect(memoryMib('VmHWM') - idleMib).toBeLessThan(GROWTH_MAX_MIB);
  }, 60_000);
});

/** A port that nobody has right now. */
async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
