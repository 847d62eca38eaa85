import { monitorEventLoopDelay } from 'node:perf_hooks';
import { prepareParty } from '../src/watch-lists/matching/given-party';
import { type IndexEntry, NameIndex } from '../src/watch-lists/matching/name-index';
import { below, labelledPairs, listed, vocabulary } from './listed-parties';

const ENTRIES = 100_000;
const QUERIES = 20_000;
/** Labelled names that are compared with every entry, to know what the index must find. */
const SCANNED = 40;

const percentile = (sorted: readonly number[], share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
const rounded = (value: number, digits = 2): number => Number(value.toFixed(digits));

/** Names a second on one core against 100,000 listed parties, and what the index finds beside a scan of all. */
export async function measureNames(print: (line: Record<string, unknown>) => void): Promise<void> {
  const next = below(20_261_124);
  const words = vocabulary(next);
  const pairs = labelledPairs();
  const made = Array.from({ length: ENTRIES - pairs.length }, () => listed(words, next));
  const parties = [...pairs.map((pair) => pair.listed), ...made];
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const startedAt = performance.now();
  const entries = (function* (): Generator<IndexEntry> {
    for (let key = 0; key < parties.length; key += 1)
      yield { reference: String(key), party: prepareParty(parties[key]!) };
  })();
  const index = await NameIndex.build(entries);
  delay.disable();
  print({
    scenario: 'names-index',
    entries: index.size,
    buildMs: Math.round(performance.now() - startedAt),
    blockedMsMax: Math.round(delay.max / 1e6),
    memoryMib: Math.round(process.memoryUsage().heapUsed / 2 ** 20),
  });
  const queries = Array.from({ length: QUERIES }, (_, n) =>
    n % 4 === 0 ? parties[next(ENTRIES)]! : listed(words, next),
  );
  const timesMs: number[] = [];
  let hits = 0;
  const searchedAt = performance.now();
  for (const query of queries) {
    const from = performance.now();
    hits += index.search(prepareParty(query)).length > 0 ? 1 : 0;
    timesMs.push(performance.now() - from);
  }
  const seconds = (performance.now() - searchedAt) / 1000;
  timesMs.sort((a, b) => a - b);
  print({
    scenario: 'names-search',
    perSecond: Math.round(QUERIES / seconds),
    p50Ms: rounded(percentile(timesMs, 0.5)),
    p99Ms: rounded(percentile(timesMs, 0.99)),
    withHits: hits,
  });
  let [wanted, found] = [0, 0];
  for (let n = 0; n < SCANNED; n += 1) {
    const party = prepareParty(pairs[Math.floor((n * pairs.length) / SCANNED)]!.asked);
    const references = new Set(index.search(party).map(({ reference }) => reference));
    for (const { reference } of index.scan(party)) {
      wanted += 1;
      if (references.has(reference)) found += 1;
    }
  }
  print({ scenario: 'names-recall', scanned: SCANNED, hitsOfScan: wanted, recall: rounded(found / wanted, 4) });
}
