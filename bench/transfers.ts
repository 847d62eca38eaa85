import type { BenchAccounts } from './accounts';
import { commitRoundTripMs } from './commit-round-trip';
import { generateLoad, type LoadResult } from './load-generator';
import { tpcB } from './pgbench';
import { authenticate, type RunningServer } from './server';
import { isWrkInstalled, transferWithWrk, type WrkResult } from './wrk';

export type Print = (line: Record<string, unknown>) => void;

const CONNECTIONS = [1, 16, 64, 128];
const MAIN_CONNECTIONS = 64;
const WARM_UP_MS = 5_000;
const MINUTE_MS = 60_000;
const TRANSFER = '/api/transfer/v1/localfundtransfer';

const SPREADS = ['spread', 'hot'] as const;
type Spread = (typeof SPREADS)[number];
/** TPC-B has a hot row for each scale, so that one of scale 1 is compared with transfers into one ledger. */
const PGBENCH_SCALES: Record<Spread, number> = { spread: 10, hot: 1 };

const ratio = (value: number): number => Math.round(value * 100) / 100;

/** Local transfers to measure. */
interface TransferLoad {
  accounts: Spread;
  loaded: BenchAccounts;
  connections?: number;
  durationMs: number;
}

/** Customer to customer at random, or every transfer into one ledger. */
export function transferBody(accounts: Spread, { numbers }: BenchAccounts, hotLedger: string): (n: number) => string {
  const pick = (): string => numbers[Math.floor(Math.random() * numbers.length)]!;
  return () => {
    const debitAccount = pick();
    let creditAccount = accounts === 'hot' ? hotLedger : pick();
    while (creditAccount === debitAccount) creditAccount = pick();
    const postingsTransactionType = accounts === 'hot' ? 1 : 3;
    return JSON.stringify({
      debitAccount,
      creditAccount,
      amount: 150.5,
      narration: 'Bench transfer',
      postingsTransactionType,
    });
  };
}

let runs = 0;

/** As many local transfers as the server carries over so many connections. */
export async function measureTransfers(
  server: RunningServer,
  { accounts, loaded, connections = MAIN_CONNECTIONS, durationMs }: TransferLoad,
  print: Print,
): Promise<LoadResult> {
  runs += 1;
  const cpuBeforeMs = server.cpuMs();
  const result = await generateLoad({
    port: server.port,
    connections,
    durationMs,
    warmUpMs: WARM_UP_MS,
    path: TRANSFER,
    token: await authenticate(server),
    body: transferBody(accounts, loaded, hotLedgerOf(server)),
    referencePrefix: `BENCH-${process.pid}-${runs}`,
  });
  const { perSecond, p50Ms, p99Ms, failures, answers } = result;
  const cpuUsPerRequest = Math.round(((server.cpuMs() - cpuBeforeMs) / answers) * 1000);
  print({
    scenario: 'local-transfer',
    accounts,
    connections,
    perSecond,
    p50Ms,
    p99Ms,
    cpuUsPerRequest,
    memoryMib: server.memoryMib(),
    ...(Object.keys(failures).length > 0 ? { failures } : {}),
  });
  return result;
}

/** The settlement ledger of the sandbox: a GL account that clients may credit. */
export function hotLedgerOf({ sandbox }: RunningServer): string {
  const ledger = sandbox.ledgers.find(({ name }) => /collections/i.test(name));
  if (!ledger) throw new Error('The sandbox has no collections ledger.');
  return ledger.code;
}

/**
 * Transfers beside `pgbench` of a scale, over as many connections.
 * @returns their rate, as a multiple of that of `pgbench`
 */
async function comparePair(
  adminUrl: string,
  { accounts, durationMs }: TransferLoad,
  transfers: () => Promise<{ perSecond: number }>,
  print: Print,
): Promise<number> {
  const scale = PGBENCH_SCALES[accounts];
  const connections = MAIN_CONNECTIONS;
  const baseline = await tpcB(adminUrl, scale, connections, durationMs);
  print({ scenario: 'pgbench', scale, connections, perSecond: baseline });
  const value = (await transfers()).perSecond / baseline;
  print({ scenario: 'ratio', name: `${accounts}/pgbench-${scale}`, connections, value: ratio(value) });
  return value;
}

/** Local transfers by `wrk`, a program in C as `pgbench` is: both leave as much of the processor to the server. */
async function measureWithWrk(
  server: RunningServer,
  { accounts, loaded, durationMs }: TransferLoad,
  folder: string,
  print: Print,
): Promise<WrkResult> {
  const isHot = accounts === 'hot';
  const load = {
    port: server.port,
    connections: MAIN_CONNECTIONS,
    path: TRANSFER,
    token: await authenticate(server),
    debitAccounts: loaded.numbers,
    creditAccounts: isHot ? [hotLedgerOf(server)] : loaded.numbers,
    postingsTransactionType: isHot ? 1 : 3,
    folder,
  };
  runs += 1;
  await transferWithWrk({ ...load, durationMs: WARM_UP_MS, referencePrefix: `WARM-${process.pid}-${runs}` });
  const cpuBeforeMs = server.cpuMs();
  const result = await transferWithWrk({ ...load, durationMs, referencePrefix: `WRK-${process.pid}-${runs}` });
  const cpuUsPerRequest = Math.round((server.cpuMs() - cpuBeforeMs) / durationMs / (result.perSecond / 1e6));
  print({
    scenario: 'local-transfer',
    generator: 'wrk',
    accounts,
    connections: MAIN_CONNECTIONS,
    cpuUsPerRequest,
    ...result,
  });
  return result;
}

/**
 * `--quick [--rounds N]`: local transfers beside `pgbench`, in turn, and the medians of all rounds. `wrk` sends the
 * transfers where it is installed.
 * @param folder for the files of `wrk`
 */
export async function compareQuickly(
  server: RunningServer,
  adminUrl: string,
  { loaded, rounds, folder }: { loaded: BenchAccounts; rounds: number; folder: string },
  print: Print,
): Promise<void> {
  const values: Record<Spread, number[]> = { spread: [], hot: [] };
  const withWrk = isWrkInstalled();
  for (let round = 1; round <= rounds; round += 1)
    for (const accounts of SPREADS) {
      const load = { accounts, loaded, durationMs: 8_000 };
      const transfers = (): Promise<{ perSecond: number }> =>
        withWrk ? measureWithWrk(server, load, folder, print) : measureTransfers(server, load, print);
      values[accounts].push(await comparePair(adminUrl, load, transfers, print));
    }
  for (const accounts of SPREADS) {
    const sorted = values[accounts].toSorted((a, b) => a - b);
    const value = ratio(sorted[Math.floor(rounds / 2)]!);
    print({ scenario: 'median', name: `${accounts}/pgbench-${PGBENCH_SCALES[accounts]}`, rounds, value });
  }
}

/** Local transfers beside `pgbench`, and over other numbers of connections. */
export async function compareTransfers(
  server: RunningServer,
  adminUrl: string,
  loaded: BenchAccounts,
  print: Print,
): Promise<void> {
  const durationMs = 12_000;
  for (const accounts of SPREADS) {
    const load = { accounts, loaded, durationMs };
    await comparePair(adminUrl, load, () => measureTransfers(server, load, print), print);
  }
  for (const accounts of SPREADS) {
    for (const connections of CONNECTIONS) {
      if (connections === MAIN_CONNECTIONS) continue;
      const { p50Ms } = await measureTransfers(server, { accounts, loaded, connections, durationMs }, print);
      if (connections !== 1 || accounts !== 'spread') continue;
      const roundTripMs = await commitRoundTripMs(adminUrl, loaded);
      print({ scenario: 'commit-round-trip', connections, p50Ms: roundTripMs });
      print({ scenario: 'ratio', name: 'p50/commit-round-trip', connections, value: ratio(p50Ms / roundTripMs) });
    }
  }
}

/** `--soak MINUTES`: keeps 64 connections busy and prints the memory once a minute. */
export async function soak(server: RunningServer, loaded: BenchAccounts, minutes: number, print: Print): Promise<void> {
  for (let minute = 1; minute <= minutes; minute += 1)
    await measureTransfers(server, { accounts: 'spread', loaded, durationMs: MINUTE_MS - WARM_UP_MS }, print);
}
