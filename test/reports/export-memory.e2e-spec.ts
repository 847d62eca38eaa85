import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { Client } from 'pg';
import serverFlags from '../../scripts/lib/server-flags.cjs';
import { buildProgram, PRESENT } from '../../torture/build-program';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { ServerProcess } from '../support/server-process';
import { type LargeAccount, makeLarge } from './large-account';
import { csvRows, EXPORT } from './reports-support';

const ROWS = 200_000;
/**
 * Memory limit of the whole process while it makes and sends a file of this many rows. Measured: 255 MiB before, then
 * 350 to 401, the most when the reader is slow; a process that keeps the file takes 428 to 542.
 */
const MEMORY_MAX_MIB = Number(process.env.MEMORY_MAX_MIB ?? 420);
/** A process with little processor time collects garbage late; one that keeps the file is too big every time. */
const ATTEMPTS_MAX = 3;
const TIMEOUT_MS = 180_000;
/** `MEMORY_NODE` measures another Node, `MEMORY_FLAGS` other flags of V8, `MEMORY_MAX_MIB` against another limit. */
const { MEMORY_NODE = process.execPath, MEMORY_FLAGS = serverFlags.join(' ') } = process.env;
/** A slow reader, which pauses after each quarter of a megabyte. */
const SLOW_READER = { chunkBytes: 256 * 1024, pauseMs: 10 };

interface SandboxFile {
  client: { clientId: string; clientSecret: string };
  accounts: { accountNumber: string }[];
}

/**
 * The text of the only sheet of a workbook, read from the zip archive, because a workbook library takes ten times as
 * long.
 */
function sheetXml(workbook: Buffer): string {
  const name = 'xl/worksheets/sheet1.xml';
  const inDirectory = workbook.lastIndexOf(name) - 46;
  const size = workbook.readUInt32LE(inDirectory + 20);
  const header = workbook.readUInt32LE(inDirectory + 42);
  const content = header + 30 + workbook.readUInt16LE(header + 26) + workbook.readUInt16LE(header + 28);
  return inflateRawSync(workbook.subarray(content, content + size)).toString('utf8');
}

/** The server as a separate, compiled process, whose memory is read from `/proc` (Linux only). */
(process.platform === 'linux' ? describe : describe.skip)(`memory of a statement of ${ROWS} rows`, () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'corebank-export-'));
  let database: TestDatabase;
  let server: ServerProcess;
  let account: LargeAccount;
  let token: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    const main = path.join(buildProgram(PRESENT, path.join(folder, 'program')), 'main.js');
    server = await ServerProcess.start(
      database.url,
      { DATA_DIR: folder, SANDBOX: 'true', SANDBOX_PORT: '0' },
      undefined,
      [...MEMORY_FLAGS.split(' '), main],
      MEMORY_NODE,
    );
    const sandbox = JSON.parse(readFileSync(path.join(folder, 'sandbox.json'), 'utf8')) as SandboxFile;
    const client = new Client({ connectionString: database.url });
    await client.connect();
    account = await makeLarge(client, sandbox.accounts[0]!.accountNumber, ROWS);
    await client.end();
    const signedIn = await fetch(`${server.url}/api/auth/v1/authenticate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(sandbox.client),
    });
    token = ((await signedIn.json()) as { accessToken: string }).accessToken;
  }, TIMEOUT_MS);

  afterAll(async () => {
    await server.stop();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const inProc = (file: string): string => `/proc/${server.child.pid}/${file}`;
  const highestMib = (): number => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(inProc('status'), 'utf8'))![1]) / 1024;

  /** The file of all entries of the account, and the peak memory of the process. */
  async function exported(
    FileExportFormat: string,
    reader?: typeof SLOW_READER,
  ): Promise<{ bytes: Buffer; highestMib: number }> {
    // Resets the peak.
    writeFileSync(inProc('clear_refs'), '5');
    const query = new URLSearchParams({
      AccountNumber: account.accountNumber,
      FinancialDateFrom: '2000-01-01',
      FinancialDateTo: account.date,
      FileExportFormat,
    });
    const answer = await fetch(`${server.url}${EXPORT}?${query.toString()}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(200);
    const chunks: Uint8Array[] = [];
    let unread = 0;
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
      chunks.push(chunk);
      unread += chunk.length;
      if (!reader || unread < reader.chunkBytes) continue;
      unread = 0;
      await new Promise((resolve) => setTimeout(resolve, reader.pauseMs));
    }
    const { data } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { data: { document: string } };
    return {
      bytes: Buffer.from(data.document.slice(data.document.indexOf(',') + 1), 'base64'),
      highestMib: highestMib(),
    };
  }

  async function exportedSmall(FileExportFormat: string, reader?: typeof SLOW_READER): Promise<Buffer> {
    const highestMib: number[] = [];
    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
      const made = await exported(FileExportFormat, reader);
      if (process.env.MEMORY_NODE) console.log(`${FileExportFormat}: ${Math.round(made.highestMib)} MiB`);
      if (made.highestMib < MEMORY_MAX_MIB) return made.bytes;
      highestMib.push(made.highestMib);
    }
    throw new Error(`The server took ${highestMib.map(Math.round).join(', ')} MiB.`);
  }

  const closing = (): string => (Number(account.closingKobo) / 100).toFixed(2);

  it.each([
    ['at once', undefined],
    ['slowly', SLOW_READER],
  ])(
    'of a CSV file, read %s, stays small and has every row',
    async (_, reader) => {
      const rows = csvRows(await exportedSmall('CSV', reader));
      // The titles, the opening balance, the totals and the closing balance.
      expect(rows.length).toBe(account.entries + 4);
      expect(rows.at(-1)).toEqual(['', '', '', 'Closing balance', '', '', '', closing()]);
    },
    TIMEOUT_MS,
  );

  it(
    'of an Excel file stays small and has every row',
    async () => {
      const rows = sheetXml(await exportedSmall('Excel'))
        .split('<row ')
        .slice(1);
      // The title, thirteen facts and the rows of the CSV file; a row without cells is not written.
      expect(rows.length).toBe(account.entries + 14 + 4);
      expect(rows.at(-1)).toContain('Closing balance');
      expect(rows.at(-1)).toContain(`<v>${Number(account.closingKobo) / 100}</v>`);
    },
    TIMEOUT_MS,
  );
});
