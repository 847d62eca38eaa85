import * as fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { setClock } from './clock-file';
import { portOf, type Primary } from './database-under-test';
import { FaultyProxy } from './faulty-proxy';
import { History } from './history';
import { Random } from './random';
import { withClient } from './with-client';

/**
 * Makes faults, in a process of its own so that no event loop of the others is in its way: `killer.ts <settings.json>
 * <history> <seed> <seconds> <days>`. It also is the network between the API and its database.
 */
export interface KillerSettings {
  /** Written by the orchestrator whenever a process starts. */
  victimsFile: string;
  proxyPort: number;
  clockFile: string;
}

/** The processes that may be killed; those of the API in the order of their ports. */
export interface Victims {
  api: { pid: number; serves: boolean }[];
  postgres: Primary;
}

/** Asks the network to join the API to another primary. */
export interface NewPrimary {
  primaryPort: number;
}

interface Details extends Record<string, unknown> {
  /** When the fault was made, where something had to be waited for first. */
  at?: number;
}

const [settingsFile, historyFile, seed, seconds, days] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
  string,
];
const settings = JSON.parse(fs.readFileSync(settingsFile, 'utf8')) as KillerSettings;
const history = new History(historyFile);
const random = new Random(Number(seed) ^ 0x5eed);
const proxy = new FaultyProxy(portOf(victims().postgres));

const WEIGHTS = {
  'kill-api': 4,
  'stop-api': 3,
  'kill-postgres': 2,
  'terminate-backends': 4,
  'drop-connections': 4,
  'half-open': 2,
  'slow-network': 2,
  'clock-jump': 2,
} as const;
type FaultName = keyof typeof WEIGHTS;

/** Seconds: after an hour back, payouts that were tried in the hour ahead would rest until it has come again. */
const CLOCK_JUMPS_MS = [-5_000, 5_000, 0];
/** How long to wait for a serving process, and for an end of day to begin: a stopped process cannot be disturbed. */
const SERVES_MS = 45_000;
const END_OF_DAY_BEGINS_MS = 20_000;

const clock = { daysLeft: Number(days), jumpMs: 0 };

const FAULTS: Record<FaultName, () => Promise<Details> | Details> = {
  'kill-api': () => end('SIGKILL'),
  'stop-api': () => end('SIGTERM'),
  'kill-postgres': () => {
    const { pid } = victims().postgres;
    process.kill(pid, 'SIGKILL');
    return { pid };
  },
  'terminate-backends': terminateBackends,
  'drop-connections': () => ({ dropped: proxy.drop(0.5, () => random.next()) }),
  'half-open': () => {
    const durationMs = random.between(1_000, 6_000);
    proxy.stall(durationMs);
    return { durationMs };
  },
  'slow-network': () => {
    const [delayMs, durationMs] = [random.between(20, 400), random.between(1_000, 4_000)];
    proxy.slow(delayMs, durationMs);
    return { delayMs, durationMs };
  },
  'clock-jump': () => {
    clock.jumpMs = random.pick(CLOCK_JUMPS_MS);
    setClock(settings.clockFile, clock);
    return { offsetMs: clock.jumpMs };
  },
};

function victims(): Victims {
  return JSON.parse(fs.readFileSync(settings.victimsFile, 'utf8')) as Victims;
}

/** The numbers of the API's processes that serve. */
function serving(): number[] {
  return victims().api.flatMap(({ serves }, index) => (serves ? [index] : []));
}

/** Kills one process of the API, or signals it to stop. */
function end(signal: 'SIGKILL' | 'SIGTERM'): Details {
  const index = random.pick(serving());
  const { pid } = victims().api[index]!;
  process.kill(pid, signal);
  return { process: index, pid };
}

/** A third of the backends that work for the API. */
async function terminateBackends(): Promise<Details> {
  return withClient(victims().postgres.url, async (client) => {
    const { rowCount } = await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database() AND random() < 0.33`,
    );
    return { terminated: rowCount };
  });
}

/** @returns whether it could be made. */
async function make(fault: string, how: () => Promise<Details> | Details): Promise<boolean> {
  try {
    const begunAt = Date.now();
    const { at = begunAt, ...details } = await how();
    history.write({ type: 'fault', at, fault, details });
    return true;
  } catch (error) {
    // The target of this fault is down already.
    history.write({
      type: 'fault',
      at: Date.now(),
      fault: `${fault} (missed)`,
      details: { error: (error as Error).message },
    });
    return false;
  }
}

const ENDING: readonly FaultName[] = ['kill-api', 'stop-api', 'kill-postgres'];

/** Every kind once, first what ends something, so that no run is too short for it; and then as they come. */
function* faults(): Generator<FaultName> {
  yield* random.shuffled(ENDING);
  yield* random.shuffled((Object.keys(WEIGHTS) as FaultName[]).filter((name) => !ENDING.includes(name)));
  for (;;) yield random.weighted(WEIGHTS);
}

/** On a machine that is slow it takes longer than it was to, until each way of ending something has been tried. */
async function hurt(endAt: number): Promise<void> {
  const missing = new Set(ENDING);
  for (const next of faults()) {
    const isOver = performance.now() > endAt;
    const [overdue] = missing;
    if (isOver && overdue === undefined) return;
    const fault = isOver && overdue !== undefined ? overdue : next;
    // A fault that stops something waits until everything runs again, and a little longer: load must come between two
    // faults.
    await untilServing(ENDING.includes(fault) ? victims().api.length : 1);
    await sleep(random.between(500, 4_000));
    if (await make(fault, FAULTS[fault])) missing.delete(fault);
  }
}

async function untilServing(processes: number): Promise<void> {
  const deadline = performance.now() + SERVES_MS;
  while (serving().length < processes && performance.now() < deadline) await sleep(100);
}

/** Midnight comes for the API, again and again; in every other end of a day all of it is killed. */
async function passDays(startedAt: number): Promise<void> {
  const all = clock.daysLeft;
  const dayMs = (Number(seconds) * 1000) / all;
  for (let day = 0; day < all; day += 1) {
    await sleep(Math.max(0, startedAt + (day + 0.3) * dayMs - performance.now()));
    await untilServing(victims().api.length);
    clock.daysLeft -= 1;
    await make('next-day', () => {
      setClock(settings.clockFile, clock);
      return { daysLeft: clock.daysLeft };
    });
    if (day % 2 === 0) await make('kill-in-end-of-day', killInEndOfDay);
  }
}

async function killInEndOfDay(): Promise<Details> {
  const deadline = performance.now() + END_OF_DAY_BEGINS_MS;
  while (!(await closesDay())) {
    if (performance.now() > deadline) throw new Error('No end of day began.');
    await sleep(20);
  }
  const afterMs = random.between(0, 300);
  await sleep(afterMs);
  const inTheMiddle = await closesDay();
  const pids = victims().api.map(({ pid }) => pid);
  const at = Date.now();
  for (const pid of pids) kill(pid);
  return { at, afterMs, inTheMiddle, pids };
}

/** One that has ended meanwhile is dead enough. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Whether an end of day is running; false while the database cannot answer. */
async function closesDay(): Promise<boolean> {
  return withClient(
    victims().postgres.url,
    async (client) => (await client.query(`SELECT 1 FROM end_of_day_run WHERE status = 'Running'`)).rowCount !== 0,
  ).catch(() => false);
}

async function main(): Promise<void> {
  process.once('disconnect', () => process.exit(1));
  await proxy.listen(settings.proxyPort);
  process.send?.('listening');
  await new Promise((resolve) => process.once('message', resolve));
  process.on('message', ({ primaryPort }: NewPrimary) => proxy.pointTo(primaryPort));
  const startedAt = performance.now();
  await Promise.all([hurt(startedAt + Number(seconds) * 1000), passDays(startedAt)]);
  Object.assign(clock, { daysLeft: 0, jumpMs: 0 });
  setClock(settings.clockFile, clock);
  process.send?.('done');
  // It stays as the network until the orchestrator ends it.
}

void main();
