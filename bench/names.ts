import { readFileSync } from 'node:fs';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type GivenParty, prepareParty } from '../src/watch-lists/matching/given-party';
import { type IndexEntry, NameIndex } from '../src/watch-lists/matching/name-index';

const ENTRIES = 100_000;
const QUERIES = 20_000;
/** Labelled names that are compared with every entry, to know what the index must find. */
const SCANNED = 40;

/** Deterministic numbers below `n`. */
function below(seed: number): (n: number) => number {
  let state = seed >>> 0;
  return (n) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

/** Words of the labelled pairs, and made ones, because lists have far more different words. */
function vocabulary(next: (n: number) => number): string[] {
  const real = new Set(
    labelledLines()
      .flatMap((line) => line.split(/[\s|]+/))
      .filter((word) => /^[A-Z][a-z]{3,}$/.test(word)),
  );
  const [heads, middles, tails] = [
    'Ba Ka Ma Sa Ta Da Ga La Ra Wa Zu Nko Chi Olu Ab Is Um Yu Fe Or Vla Gri Zha Mo',
    'ri la mo di ku na be si wa to fe zo ru chu dam gan li',
    'm n ya wu ni da ka sh do r ta la mi no bu ze v ro sky kwe',
  ].map((row) => row.split(' '));
  const made = new Set<string>();
  while (made.size < 20_000) {
    made.add(
      heads![next(heads!.length)]! +
        middles![next(middles!.length)]! +
        (next(2) ? middles![next(middles!.length)]! : '') +
        tails![next(tails!.length)]!,
    );
  }
  return [...real, ...made];
}

function listed(words: readonly string[], next: (n: number) => number): GivenParty {
  // Some words are frequent, as names are.
  const word = (): string => words[next(4) === 0 ? next(words.length) : next(1 + next(words.length))]!;
  const name = [word(), word(), ...(next(3) ? [word()] : [])].join(' ');
  const isCompany = next(5) === 0;
  return isCompany
    ? { name: `${name} ${['Trading Ltd', 'Shipping Co', 'Global Resources Nig Ltd'][next(3)]}`, type: 'company' }
    : { name, type: 'person', birthDate: next(2) ? `${1940 + next(60)}-0${1 + next(9)}-1${next(9)}` : null };
}

const labelledLines = (): string[] => readFileSync(path.resolve('test/data/names/by-rule.txt'), 'utf8').split('\n');

/** Labelled pairs of names of one party: the listed name, and the one that is asked for. */
function labelledPairs(): { listed: GivenParty; asked: GivenParty }[] {
  const given = (type: string, name: string, facts = ''): GivenParty => ({
    name,
    type,
    ...(facts === '' ? {} : (JSON.parse(facts) as object)),
  });
  return labelledLines()
    .map((line) => line.split('|'))
    .filter(([, label]) => label === '1')
    .map(([type, , a, b, factsA, factsB]) => ({ listed: given(type!, a!, factsA), asked: given(type!, b!, factsB) }));
}

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
    for (let key = 0; key < parties.length; key += 1) yield { key, party: prepareParty(parties[key]!) };
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
    const keys = new Set(index.search(party).map(({ key }) => key));
    for (const { key } of index.scan(party)) {
      wanted += 1;
      if (keys.has(key)) found += 1;
    }
  }
  print({ scenario: 'names-recall', scanned: SCANNED, hitsOfScan: wanted, recall: rounded(found / wanted, 4) });
}
