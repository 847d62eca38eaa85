import * as fs from 'node:fs';
import * as path from 'node:path';
import type { BenchAccounts } from './accounts';
import { type CpuProfile, drawFlameGraph, readFrames } from './flame-graph';
import type { RunningServer } from './server';
import { measureTransfers, type Print } from './transfers';

const DURATION_MS = 15_000;
/** Half of the standard distance of samples: a transfer takes a quarter of a millisecond. */
const SAMPLE_EVERY_US = 500;

/** Flags of V8 with which a server writes its profile into a folder when it ends. */
export const profileFlags = (folder: string): string[] => [
  '--cpu-prof',
  `--cpu-prof-dir=${folder}`,
  `--cpu-prof-interval=${String(SAMPLE_EVERY_US)}`,
];

const monotonicUs = (): number => Number(process.hrtime.bigint() / 1000n);

/**
 * `--flame-graph FILE`: a picture of where the program's time goes during local transfers. The profile has the whole
 * life of the server; the part of the load counts. A profile slows the program by a tenth or so.
 * @param folder the one of `profileFlags`
 */
export async function measureFlameGraph(
  server: RunningServer,
  loaded: BenchAccounts,
  folder: string,
  file: string,
  print: Print,
): Promise<void> {
  const load = { accounts: 'spread', loaded, durationMs: DURATION_MS } as const;
  const { requests, perSecond } = await measureTransfers(server, load, print);
  const toUs = monotonicUs();
  await server.stop();
  const written = fs.readdirSync(folder).find((name) => name.endsWith('.cpuprofile'));
  if (!written) throw new Error(`The server wrote no profile into ${folder}.`);
  const profile = JSON.parse(fs.readFileSync(path.join(folder, written), 'utf8')) as CpuProfile;
  const root = readFrames(profile, toUs - DURATION_MS * 1000, toUs);
  const transferUs = root.totalUs / requests;
  const title = `Processor time of the program for a local transfer: ${transferUs.toFixed(0)} µs each`;
  fs.writeFileSync(file, drawFlameGraph(root, title, requests));
  print({ scenario: 'flame-graph', file, perSecond, transferUs: Math.round(transferUs) });
}
