import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type GivenParty, matchGiven } from './given-party';
import { MATCHER_REVISION } from './match-names';

interface LabelledPair {
  readonly line: string;
  readonly isSame: boolean;
  readonly a: GivenParty;
  readonly b: GivenParty;
  readonly half: 'tuning' | 'held out';
}

const FOLDER = path.resolve(__dirname, '../../../test/data/names');

const factsOf = (text: string | undefined): object => (text ? (JSON.parse(text) as object) : {});

/** A pair belongs to a half by the digest of its line, so that a new pair moves no other. */
function pairsOf(file: string): LabelledPair[] {
  return readFileSync(path.join(FOLDER, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [type, label, a, b, factsA, factsB] = line.split('|');
      const half = createHash('sha256').update(line).digest()[0]! % 2 === 1 ? 'held out' : 'tuning';
      return {
        line,
        half,
        isSame: label === '1',
        a: { name: a!, type, ...factsOf(factsA) },
        b: { name: b!, type, ...factsOf(factsB) },
      };
    });
}

function measure(pairs: readonly LabelledPair[]): { precision: number; recall: number } {
  let [right, found, same] = [0, 0, 0];
  for (const { a, b, isSame } of pairs) {
    const { match } = matchGiven(a, b);
    if (match) found += 1;
    if (isSame) same += 1;
    if (match && isSame) right += 1;
  }
  return { precision: right / found, recall: right / same };
}

const byRule = pairsOf('by-rule.txt');
const byHand = pairsOf('by-hand.txt');

describe('labelled pairs of names', () => {
  it('are at least 2,000 different ones, half of them held out', () => {
    const pairs = [...byRule, ...byHand];
    expect(new Set(pairs.map(({ line }) => line)).size).toBeGreaterThan(2_000);
    const heldOut = pairs.filter(({ half }) => half === 'held out').length;
    expect(heldOut / pairs.length).toBeGreaterThan(0.45);
    expect(heldOut / pairs.length).toBeLessThan(0.55);
  });

  it('have the scores of this MATCHER_REVISION, which a change of scores raises', () => {
    const scores = [...byRule, ...byHand].map(({ a, b }) => matchGiven(a, b).score).join();
    expect([MATCHER_REVISION, createHash('sha256').update(scores).digest('hex').slice(0, 16)]).toEqual([
      9,
      '5ff11d143df69309',
    ]);
  });

  it.each(['tuning', 'held out'])('of the %s half are judged with precision and recall of at least 0.95', (half) => {
    const { precision, recall } = measure([...byRule, ...byHand].filter((pair) => pair.half === half));
    expect(precision).toBeGreaterThanOrEqual(0.95);
    expect(recall).toBeGreaterThanOrEqual(0.95);
  });

  it('made by hand are judged with precision and recall of at least 0.95', () => {
    const { precision, recall } = measure(byHand);
    expect(precision).toBeGreaterThanOrEqual(0.95);
    expect(recall).toBeGreaterThanOrEqual(0.95);
  });

  it('get the same score in either order', () => {
    const unequal = [...byHand, ...byRule.slice(0, 500)].filter(
      ({ a, b }) => Math.abs(matchGiven(a, b).score - matchGiven(b, a).score) > 0.001,
    );
    expect(unequal.map(({ line }) => line)).toEqual([]);
  });
});
