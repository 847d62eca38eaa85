import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { ServerProcess } from '../support/server-process';
import { MEBIBYTE, pdfOf, UPLOAD } from './files';

const UPLOADS = 8;
/** Eight bodies as text take 107 MB, and their files 80 MB more; streams take a tenth of that. */
const GROWTH_MAX_MIB = 150;

interface SandboxFile {
  client: { clientId: string; clientSecret: string };
  accounts: { accountNumber: string }[];
}

/** Runs the server as a separate process, to measure its memory alone. Reads `/proc`, so it runs on Linux only. */
(process.platform === 'linux' ? describe : describe.skip)('memory of uploads', () => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'corebank-uploads-'));
  let database: TestDatabase;
  let server: ServerProcess;

  beforeAll(async () => {
    database = await createTestDatabase();
    // The simulator takes any free port, so that parallel suites do not collide.
    server = await ServerProcess.start(database.url, { DATA_DIR: dataDir, SANDBOX: 'true', SANDBOX_PORT: '0' });
  }, 100_000);

  afterAll(async () => {
    await server.stop();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const memoryMib = (field: 'VmRSS' | 'VmHWM'): number =>
    Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${server.child.pid}/status`, 'utf8'))![1]) / 1024;

  it('needs little memory for parallel documents of 10 MB', async () => {
    const sandbox = JSON.parse(readFileSync(path.join(dataDir, 'sandbox.json'), 'utf8')) as SandboxFile;
    const send = (route: string, body: string, headers = {}): Promise<Response> =>
      fetch(`${server.url}${route}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
      });
    const { accessToken } = (await (
      await send('/api/auth/v1/authenticate', JSON.stringify(sandbox.client))
    ).json()) as { accessToken: string };
    const fields = {
      entityType: 'account',
      entityId: sandbox.accounts[0]!.accountNumber,
      documentType: 'Statement',
      fileName: 'statement.pdf',
    };
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
