import * as fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { FaultyProxy } from './faulty-proxy';
import { History } from './history';
import { Random } from './random';

/**
 * Makes faults, in a process of its own so that no event loop of the others is in its way:
 * `killer.ts <settings.json> <history> <seed> <seconds>`. It also is the network between the API and its database.
 */
export interface KillerSettings {
  /** Written by the orchestrator whenever a process starts: `{ api: number[], postgres: number }`. */
  pidsFile: string;
  proxyPort: number;
  postgresPort: number;
  databaseUrl: string;
  clockFile: string;
}

const [settingsFile, historyFile, seed, seconds] = process.argv.slice(2) as [string, string, string, string];
const settings = JSON.parse(fs.readFileSync(settingsFile, 'utf8')) as KillerSettings;
const history = new History(historyFile);
const random = new Random(Number(seed) ^ 0x5eed);
const proxy = new FaultyProxy(settings.postgresPort);

const WEIGHTS = { 'kill-api': 4, 'kill-postgres': 2, 'terminate-backends': 4, 'drop-connections': 4, 'half-open': 2, 'slow-network': 2, 'clock-jump': 2 } as const;
type FaultName = keyof typeof WEIGHTS;

const CLOCK_JUMPS_MS = [0, -3_600_000, 3_600_000, 0];

const FAULTS: Record<FaultName, () => Promise<Record<string, unknown>> | Record<string, unknown>> = {
  'kill-api': () => kill(random.pick(pids().api)),
  'kill-postgres': () => kill(pids().postgres),
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
    const offsetMs = random.pick(CLOCK_JUMPS_MS);
    fs.writeFileSync(settings.clockFile, String(offsetMs));
    return { offsetMs };
  },
};

function pids(): { api: number[]; postgres: number } {
  return JSON.parse(fs.readFileSync(settings.pidsFile, 'utf8')) as { api: number[]; postgres: number };
}

function kill(pid: number): Record<string, unknown> {
  process.kill(pid, 'SIGKILL');
  return { pid };
}

/** A third of the backends that work for the API. */
async function terminateBackends(): Promise<Record<string, unknown>> {
  const client = new Client({ connectionString: settings.databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rowCount } = await client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database() AND random() < 0.33`);
    return { terminated: rowCount };
  } finally {
    await client.end();
  }
}

async function main(): Promise<void> {
  await proxy.listen(settings.proxyPort);
  process.send?.('listening');
  await new Promise((resolve) => process.once('message', resolve));
  const endAt = performance.now() + Number(seconds) * 1000;
  while (performance.now() < endAt) {
    await sleep(random.between(500, 4_000));
    const fault = random.weighted(WEIGHTS);
    try {
      const details = await FAULTS[fault]();
      history.write({ type: 'fault', at: new Date().toISOString(), fault, details });
    } catch (error) {
      // What was to be hurt is down already.
      history.write({ type: 'fault', at: new Date().toISOString(), fault: `${fault} (missed)`, details: { error: (error as Error).message } });
    }
  }
  fs.writeFileSync(settings.clockFile, '0');
  process.send?.('done');
  // It stays as the network until the orchestrator ends it.
}

void main();
