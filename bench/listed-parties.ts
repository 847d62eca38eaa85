import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { GivenParty } from '../src/watch-lists/matching/given-party';

/** Deterministic numbers below `n`. */
export function below(seed: number): (n: number) => number {
  let state = seed >>> 0;
  return (n) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

/** Words of the labelled pairs, and made ones, because lists have far more different words. */
export function vocabulary(next: (n: number) => number): string[] {
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

/** A made party of a list. */
export function listed(words: readonly string[], next: (n: number) => number): GivenParty {
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
export function labelledPairs(): { listed: GivenParty; asked: GivenParty }[] {
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
