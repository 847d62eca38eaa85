import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import {
  type EmbeddedPostgres,
  removeAbandonedCluster,
  startEmbeddedPostgres,
} from '../src/embedded-postgres/embedded-postgres';
import { type BenchAccounts, loadAccounts } from './accounts';
import { measureAml } from './aml/aml';
import { MovementFileError } from './aml/movement-file';
import { arrive, measureArrivals } from './arrivals';
import { measureBloat } from './bloat';
import { measureBooks } from './books';
import { measureClock } from './clock';
import { findChromium, measureConsole } from './console/console';
import { measureEndOfDay } from './end-of-day';
import { measureEventKills } from './event-kills';
import { measureEvents } from './events';
import { measureExtract } from './extract';
import { measureGoaml } from './goaml';
import { institutionsOptions, measureInstitutions } from './institutions';
import { measureLedgerChain } from './ledger-chain';
import type { LoadResult } from './load-generator';
import { measureLoans } from './loans';
import { makeLogFiles } from './log-files';
import { measureMonthEnd } from './month-end';
import { measureNames } from './names';
import { measureNight, NIGHT_BASES, type NightBasis } from './night';
import type { OpenLoadResult } from './open-load';
import { measurePartitions } from './partitions';
import { measurePooler } from './pooler';
import { measureFlameGraph, profileFlags } from './profile';
import { measureRequestLog } from './request-log';
import { measureRescreening } from './rescreening';
import { measureScenarios } from './scenarios';
import { measureSearch } from './search';
import { measureSearches } from './searches';
import { type RunningServer, startServer } from './server';
import { measureSizes } from './sizes';
import { measureSlowProvider } from './slow-provider';
import { measureStatements } from './statements';
import {
  compareQuickly,
  compareTransfers,
  hotLedgerOf,
  measureTransfers,
  type Print,
  soak,
  transferBody,
} from './transfers';
import { uploadTogether } from './uploads';

const ACCOUNTS = 100_000;
const CLOCK_ACCOUNTS = 1_000;
const SEARCHED_ACCOUNTS = 1_000_000;
const SEARCHED_CUSTOMERS = 1_000_000;
const STATEMENT_ENTRIES = 10_000_000;
const PARTITIONED_ENTRIES = 2_000_000;
const DAY_ACCOUNTS = 1_000_000;
const DAY_LOANS = 100_000;
const SEARCHED_LOANS = 100_000;
const CONSOLE_RUNS = 5;
const WEEK = 7;
const BUSY_DAY_MS = 40_000;
const PORT = 34_567;
/** Turns of benchmarks that compare two ways. */
const ROUNDS = 3;
/** Turns of local transfers beside `pgbench`, of which the median counts. */
const QUICK_ROUNDS = 5;

const print: Print = (line) => void process.stdout.write(`${JSON.stringify(line)}\n`);

const ratio = (value: number): number => Math.round(value * 100) / 100;

/** `--uploads NUMBER` sends that many documents of 10 MB at once and prints the highest memory instead. */
async function uploads(server: RunningServer, together: number): Promise<void> {
  print({ scenario: 'uploads', ...(await uploadTogether(server, together)) });
}

/** `--slow-provider` runs local transfers beside outward ones whose provider takes 10 s instead. */
async function slowProvider(server: RunningServer, loaded: BenchAccounts): Promise<void> {
  const { before, during, after, outward } = await measureSlowProvider(server, loaded);
  for (const [phase, { perSecond, p50Ms, p99Ms, failures }] of Object.entries({ before, during, after })) {
    print({
      scenario: 'slow-provider',
      phase,
      connections: 16,
      perSecond,
      p50Ms,
      p99Ms,
      ...(Object.keys(failures).length > 0 ? { failures } : {}),
    });
  }
  print({ scenario: 'slow-provider', phase: 'outward', ...outward });
  print({
    scenario: 'ratio',
    name: 'slow-provider/p99',
    value: ratio(during.p99Ms / ((before.p99Ms + after.p99Ms) / 2)),
  });
}

/** The number behind an option of the command line. */
function option(name: string, fallback: number): number {
  const at = process.argv.indexOf(name);
  return at > 0 ? Number(process.argv[at + 1] ?? fallback) : fallback;
}

/** The basis of provisions behind `--basis`; `None` where there is none. */
function nightBasis(): NightBasis {
  const at = process.argv.indexOf('--basis');
  const asked = at > 0 ? process.argv[at + 1] : 'None';
  const basis = NIGHT_BASES.find((each) => each === asked);
  if (!basis) throw new Error(`--basis must be one of ${NIGHT_BASES.join(', ')}.`);
  return basis;
}

const asks = (name: string): boolean => process.argv.includes(name);

/** Benchmark that the command line selects; local transfers beside `pgbench` by default. */
async function run(server: RunningServer, postgres: EmbeddedPostgres, dataDir: string): Promise<void> {
  if (asks('--searches')) return measureSearches(server, postgres.url, option('--rows', SEARCHED_ACCOUNTS), print);
  if (asks('--search')) return measureSearch(server, postgres.url, option('--customers', SEARCHED_CUSTOMERS), print);
  if (asks('--rescreening'))
    return measureRescreening(server, postgres.url, option('--customers', SEARCHED_CUSTOMERS), print);
  if (asks('--console')) return measureConsole(server, findChromium()!, option('--runs', CONSOLE_RUNS), print);
  if (asks('--statements'))
    return measureStatements(server, postgres.url, option('--entries', STATEMENT_ENTRIES), print);
  if (asks('--institutions')) return measureInstitutions(server, postgres.url, institutionsOptions(text), print);
  if (asks('--verify')) return measureLedgerChain(postgres.url, option('--entries', STATEMENT_ENTRIES), print);
  if (asks('--partitions'))
    return measurePartitions(server, postgres.url, option('--entries', PARTITIONED_ENTRIES), print);
  if (asks('--books')) return measureBooks(server, postgres.url, option('--entries', STATEMENT_ENTRIES), print);
  if (asks('--end-of-day')) {
    const size = { accounts: option('--rows', DAY_ACCOUNTS), loans: option('--loans', DAY_LOANS) };
    return measureEndOfDay(
      server,
      postgres.url,
      size,
      { monthEnd: asks('--month-end'), allDue: asks('--all-due') },
      print,
    );
  }
  if (asks('--month-end-load')) return measureMonthEnd(server, postgres, option('--rows', DAY_ACCOUNTS), print);
  if (asks('--extract'))
    return measureExtract(server, postgres.url, option('--rows', DAY_ACCOUNTS), os.tmpdir(), print);
  if (asks('--night')) return measureNight(server, postgres.url, option('--loans', DAY_LOANS), nightBasis(), print);
  if (asks('--loans')) return measureLoans(server, postgres.url, option('--loans', SEARCHED_LOANS), print);
  if (asks('--uploads')) return uploads(server, option('--uploads', 20));
  if (asks('--sizes'))
    return measureSizes(
      postgres,
      dataDir,
      PORT + 10,
      { most: option('--most', STATEMENT_ENTRIES), rounds: option('--rounds', ROUNDS) },
      (accounts, sized) => transferBody('spread', accounts, hotLedgerOf(sized)),
      print,
    );
  const isClock = asks('--clock');
  const count = isClock ? option('--rows', CLOCK_ACCOUNTS) : ACCOUNTS;
  const loaded = await loadAccounts(postgres.url, server.sandbox.institutionCode, count);
  if (isClock) return measureClock(server, loaded.numbers.length, print);
  return runTransfers(server, postgres, loaded, dataDir);
}

/** Benchmarks of transfers between loaded accounts. */
async function runTransfers(
  server: RunningServer,
  postgres: EmbeddedPostgres,
  loaded: BenchAccounts,
  dataDir: string,
): Promise<void> {
  const flameGraph = text('--flame-graph');
  if (flameGraph !== undefined) return measureFlameGraph(server, loaded, dataDir, flameGraph, print);
  const rounds = option('--rounds', ROUNDS);
  const body = transferBody('spread', loaded, hotLedgerOf(server));
  const spread = (durationMs: number): Promise<LoadResult> =>
    measureTransfers(server, { accounts: 'spread', loaded, durationMs }, print);
  if (asks('--events')) return measureEvents(server, postgres.url, loaded, rounds, print);
  if (asks('--arrivals')) return measureArrivals(server, body, () => spread(8_000), rounds, print);
  if (asks('--bloat')) return measureBloat(postgres.url, option('--days', WEEK), () => spread(BUSY_DAY_MS), print);
  if (asks('--request-log')) return measureRequestLog(server, body, rounds, print);
  if (asks('--pooler')) return measurePooler(server, postgres.url, body, rounds, print);
  if (asks('--scenarios')) {
    const load = {
      closed: (): Promise<LoadResult> => spread(12_000),
      arriving: (perSecond: number): Promise<OpenLoadResult> => arrive(server, body, perSecond),
    };
    return measureScenarios(postgres.url, loaded, rounds, load, print);
  }
  if (asks('--event-kills'))
    return measureEventKills(server, postgres.url, loaded, server.environment, option('--event-kills', 100_000), print);
  if (asks('--slow-provider')) return slowProvider(server, loaded);
  if (asks('--soak')) return soak(server, loaded, option('--soak', 5), print);
  const adminUrl = postgres.urlFor('postgres');
  return asks('--quick')
    ? compareQuickly(server, adminUrl, { loaded, rounds: option('--rounds', QUICK_ROUNDS), folder: dataDir }, print)
    : compareTransfers(server, adminUrl, loaded, print);
}

/** The text behind an option of the command line; undefined where the option is not there. */
function text(name: string): string | undefined {
  const at = process.argv.indexOf(name);
  return at > 0 ? process.argv[at + 1] : undefined;
}

/** The benchmark of scenarios needs neither a database nor a server. */
async function aml(): Promise<void> {
  const number = (name: string): number | undefined => (text(name) === undefined ? undefined : Number(text(name)));
  const [seed, towns, rows] = [number('--seed'), number('--towns'), number('--rows')];
  await measureAml(
    { seed, towns, rows, movements: text('--movements'), speed: process.argv.includes('--speed') },
    print,
  );
}

async function main(): Promise<void> {
  // These need no database.
  if (process.argv.includes('--goaml')) return measureGoaml(option('--goaml', 10_000), print);
  if (process.argv.includes('--aml')) return aml();
  if (process.argv.includes('--names')) return measureNames(print);
  if (process.argv.includes('--console')) {
    if (!findChromium()) return print({ scenario: 'console', skipped: 'no Chromium (set CHROMIUM)' });
    process.env.SANDBOX_HISTORY ??= 'on';
  }
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'corebank-bench-'));
  const postgres = await startEmbeddedPostgres({
    dataDir: path.join(dataDir, 'postgres'),
    database: 'corebank_bench',
    settings: { max_connections: '200' },
  });
  let server: RunningServer | undefined;
  try {
    await makeLogFiles(postgres.url);
    server = await startServer(postgres.url, dataDir, PORT, asks('--flame-graph') ? profileFlags(dataDir) : []);
    await run(server, postgres, dataDir);
  } finally {
    await server?.stop();
    await postgres.stop();
    // Root's clusters live elsewhere than in the folder that was asked for.
    await removeAbandonedCluster(path.join(dataDir, 'postgres'));
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof MovementFileError ? error.message : error);
    process.exit(1);
  },
);
