import * as fs from 'node:fs';
import * as path from 'node:path';
import { Client } from 'pg';
import type { EmbeddedPostgres } from '../src/embedded-postgres/embedded-postgres';
import { accountNumbers, type BenchAccounts, FIRST_ACCOUNT, insertAccounts } from './accounts';
import { loadBlock } from './ledger-history';
import { institutionIdOf, loadFast, loadWithoutIndexes } from './load-fast';
import { generateLoad } from './load-generator';
import { authenticate, familyCpuMs, type RunningServer, startServer } from './server';

type Print = (line: Record<string, unknown>) => void;
type Body = (accounts: BenchAccounts, server: RunningServer) => (n: number) => string;

const SIZES = [10_000, 100_000, 1_000_000, 10_000_000];
const ENTRIES_OF_ACCOUNT = 10;
const AMOUNT_KOBO = 1_000_000_000;
/** Of the ledger that pays in; ids of postings lie beyond. */
const LEDGER = 1_900_000_000;
const FIRST_POSTING = 2_000_000_000;
const DAYS = 365;
const CONNECTIONS = 64;
const WARM_UP_MS = 3_000;
const DURATION_MS = 10_000;
/** Two ports each: the next one belongs to the simulator. */
const PORTS = 10;

interface Sized {
  entries: number;
  server: RunningServer;
  accounts: BenchAccounts;
  body: (n: number) => string;
  perSecond: number[];
  programUs: number[];
  postgresUs: number[];
}

const middle = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

/**
 * `--sizes [--most N]`: local transfers on ledgers of 10,000 entries and ten, a hundred and a thousand times as many,
 * each in a database of its own with a tenth as many accounts, in turns: the rate, and the processor time a transfer.
 */
export async function measureSizes(
  postgres: EmbeddedPostgres,
  dataDir: string,
  firstPort: number,
  { most, rounds }: { most: number; rounds: number },
  bodyOf: Body,
  print: Print,
): Promise<void> {
  const sized: Sized[] = [];
  try {
    for (const [index, entries] of SIZES.filter((size) => size <= most).entries())
      sized.push(
        await prepare(postgres, path.join(dataDir, String(entries)), firstPort + index * PORTS, entries, bodyOf),
      );
    for (let round = 1; round <= rounds; round += 1)
      for (const size of sized) {
        await measure(postgres, size, round);
        const last = {
          perSecond: size.perSecond.at(-1),
          programUs: size.programUs.at(-1),
          postgresUs: size.postgresUs.at(-1),
        };
        print({ scenario: 'sizes', entries: size.entries, accounts: size.accounts.numbers.length, round, ...last });
      }
    for (const { entries, perSecond, programUs, postgresUs } of sized)
      print({
        scenario: 'sizes',
        entries,
        perSecond: middle(perSecond),
        programUs: middle(programUs),
        postgresUs: middle(postgresUs),
        toSmallest: Math.round((middle(perSecond) / middle(sized[0]!.perSecond)) * 100) / 100,
      });
  } finally {
    for (const { server } of sized) await server.stop();
  }
}

async function prepare(
  postgres: EmbeddedPostgres,
  dataDir: string,
  port: number,
  entries: number,
  bodyOf: Body,
): Promise<Sized> {
  const name = `corebank_bench_${entries}`;
  await withClient(postgres.urlFor('postgres'), (client) => client.query(`CREATE DATABASE ${name}`));
  fs.mkdirSync(dataDir, { recursive: true });
  const server = await startServer(postgres.urlFor(name), dataDir, port);
  const accounts = await withClient(postgres.urlFor(name), (client) =>
    load(client, server.sandbox.institutionCode, entries),
  );
  const body = bodyOf(accounts, server);
  return { entries, server, accounts, body, perSecond: [], programUs: [], postgresUs: [] };
}

async function load(client: Client, institutionCode: string, entries: number): Promise<BenchAccounts> {
  const institutionId = await institutionIdOf(client, institutionCode);
  const accounts = entries / ENTRIES_OF_ACCOUNT;
  const { rows } = await client.query<{ today: string }>(
    'SELECT business_date::text AS today FROM institution WHERE institution_id = $1',
    [institutionId],
  );
  const block = {
    firstPosting: FIRST_POSTING,
    count: entries / 2,
    first: FIRST_ACCOUNT + 1,
    over: accounts,
    ledger: LEDGER,
    days: DAYS,
    amountKobo: AMOUNT_KOBO,
  };
  await loadFast(client, true);
  await loadWithoutIndexes(client, ['ledger_account', 'account_number', 'posting', 'posting_entry'], async () => {
    await insertAccounts(client, institutionId, accounts, 0n);
    await loadBlock(client, institutionId, block, rows[0]!.today);
  });
  await client.query('VACUUM ANALYZE');
  await loadFast(client, false);
  await client.query('CHECKPOINT');
  return { institutionId, numbers: await accountNumbers(client, institutionId) };
}

async function measure(postgres: EmbeddedPostgres, size: Sized, round: number): Promise<void> {
  const { server, body, entries } = size;
  const cpuMs = (): { program: number; postgres: number } => ({
    program: server.cpuMs(),
    postgres: familyCpuMs(postgres.pid),
  });
  const before = cpuMs();
  const { perSecond, answers, failures } = await generateLoad({
    port: server.port,
    connections: CONNECTIONS,
    durationMs: DURATION_MS,
    warmUpMs: WARM_UP_MS,
    path: '/api/transfer/v1/localfundtransfer',
    token: await authenticate(server),
    body,
    referencePrefix: `SIZE-${process.pid}-${entries}-${round}`,
  });
  if (Object.keys(failures).length > 0) throw new Error(`Transfers failed: ${JSON.stringify(failures)}.`);
  const after = cpuMs();
  size.perSecond.push(perSecond);
  size.programUs.push(Math.round(((after.program - before.program) * 1000) / answers));
  size.postgresUs.push(Math.round(((after.postgres - before.postgres) * 1000) / answers));
}

async function withClient<Result>(url: string, use: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
