import fc from 'fast-check';
import type { FactValue } from './fact-values';
import { factSlotOf, readFacts } from './facts';
import { isNight, localTimeOf, type ScenarioMovement } from './scenario-movement';
import { HOUR, MINUTE, NOON, ONE_DAY, told } from './testing/histories';
import {
  advance,
  assertWindowState,
  DEFAULT_WINDOW_SETTINGS as SETTINGS,
  emptyWindowState,
  isInBand,
  judgedState,
  type WindowState,
} from './window-state';

const fold = (movements: ScenarioMovement[], from = emptyWindowState()): WindowState =>
  movements.reduce((state, movement) => advance(state, movement, SETTINGS), from);

function fact(name: string, movements: ScenarioMovement[]): FactValue | undefined {
  const movement = movements.at(-1)!;
  const source = { movement, settings: SETTINGS, before: fold(movements.slice(0, -1)), after: fold(movements) };
  return readFacts(source)[factSlotOf(name)!];
}

/** Random histories: gaps from seconds to weeks, amounts around the thresholds, few counterparties. */
const histories = fc.array(
  fc.record({
    gap: fc.oneof(fc.integer({ min: 0, max: 2 * HOUR }), fc.integer({ min: 0, max: 12 * ONE_DAY })),
    naira: fc.oneof(fc.integer({ min: 1, max: 300_000 }), fc.integer({ min: 3_900_000, max: 5_100_000 })),
    isInflow: fc.boolean(),
    party: fc.integer({ min: 0, max: 6 }),
    outcome: fc.constantFrom('posted', 'posted', 'posted', 'held', 'declined'),
  }),
  { minLength: 1, maxLength: 60 },
);

type History = typeof histories extends fc.Arbitrary<infer Items> ? Items : never;

function movementsOf(history: History): ScenarioMovement[] {
  let after = 0;
  return history.map(({ gap, naira, isInflow, party, outcome }, index) => {
    after += gap;
    return told({
      postingId: index,
      after,
      naira,
      direction: isInflow ? 'inflow' : 'outflow',
      outcome: outcome,
      counterparty: { key: `058:${party}` },
    });
  });
}

/** The sum over the buckets that a window covers, worked out from the movements themselves. */
function modelled(
  movements: ScenarioMovement[],
  lengthMs: number,
  before: number,
  counts: (movement: ScenarioMovement) => boolean,
): { kobo: number; count: number } {
  const posted = movements.filter(({ outcome }) => outcome === 'posted');
  const last = posted.at(-1);
  const first = last ? Math.floor(localTimeOf(last) / lengthMs) - before : 0;
  const found = posted.filter((each) => Math.floor(localTimeOf(each) / lengthMs) >= first && counts(each));
  return { kobo: found.reduce((sum, { amountKobo }) => sum + Number(amountKobo), 0), count: found.length };
}

const isInflow = ({ direction }: ScenarioMovement): boolean => direction === 'inflow';
const isOutflow = ({ direction }: ScenarioMovement): boolean => direction === 'outflow';

describe('window states', () => {
  it('hold the sums and counts of exactly the buckets that their windows cover', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const movements = movementsOf(history);
        const last = movements.at(-1)!;
        const state = fold(movements);
        const facts = readFacts({ movement: last, settings: SETTINGS, before: state, after: state });
        const seen = (name: string): unknown => facts[factSlotOf(`window.${name}`)!];
        const hours = (counts: (each: ScenarioMovement) => boolean): ReturnType<typeof modelled> =>
          modelled(movements, 3 * HOUR, 8, counts);
        expect(seen('inflowKobo24h')).toBe(hours(isInflow).kobo);
        expect(seen('outflowKobo24h')).toBe(hours(isOutflow).kobo);
        expect(seen('inflowCount24h')).toBe(hours(isInflow).count);
        expect(seen('outflowCount24h')).toBe(hours(isOutflow).count);
        expect(seen('inBandCount24h')).toBe(hours((each) => isInflow(each) && isInBand(each, SETTINGS)).count);
        expect(seen('inflowKobo72h')).toBe(modelled(movements, ONE_DAY, 3, isInflow).kobo);
        expect(seen('outflowKobo7d')).toBe(modelled(movements, ONE_DAY, 7, isOutflow).kobo);
        expect(seen('inBandCount7d')).toBe(
          modelled(movements, ONE_DAY, 7, (each) => isInflow(each) && isInBand(each, SETTINGS)).count,
        );
        expect(seen('nightCount7d')).toBe(
          modelled(movements, ONE_DAY, 7, (each) => isNight(each) && each.amountKobo >= SETTINGS.nightMinimumKobo)
            .count,
        );
        expect(seen('inflowKobo30d')).toBe(modelled(movements, 5 * ONE_DAY, 6, isInflow).kobo);
        expect(seen('inflowCount30d')).toBe(modelled(movements, 5 * ONE_DAY, 6, isInflow).count);
      }),
      { numRuns: 150 },
    );
  });

  it('count different senders and payees exactly while there are places', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const movements = movementsOf(history).filter(({ outcome }) => outcome === 'posted');
        fc.pre(movements.length > 0);
        const last = Math.floor(localTimeOf(movements.at(-1)!) / MINUTE);
        const parties = (minutes: number, side: (each: ScenarioMovement) => boolean): number =>
          new Set(
            movements
              .filter((each) => side(each) && Math.floor(localTimeOf(each) / MINUTE) > last - minutes)
              .map(({ counterparty }) => counterparty?.key),
          ).size;
        expect(fact('window.senders7d', movements)).toBe(parties(7 * 1_440, isInflow));
        expect(fact('window.payees8h', movements)).toBe(parties(480, isOutflow));
      }),
      { numRuns: 150 },
    );
  });

  it('built anew from stored movements equal the states that were kept beside them, byte by byte', () => {
    fc.assert(
      fc.property(histories, fc.nat(), (history, cut) => {
        const movements = movementsOf(history);
        const at = cut % movements.length;
        const kept = fold(movements.slice(at), Uint8Array.from(fold(movements.slice(0, at))));
        expect(Buffer.compare(Buffer.from(kept), Buffer.from(fold(movements)))).toBe(0);
      }),
      { numRuns: 100 },
    );
  });

  it('take 512 bytes, and a state of another version is refused', () => {
    const state = fold(movementsOf([{ gap: 0, naira: 5, isInflow: true, party: 1, outcome: 'posted' }]));
    expect(state.length).toBe(512);
    expect(() => assertWindowState(state)).not.toThrow();
    expect(() => assertWindowState(Uint8Array.from(state, (byte, index) => (index === 0 ? 9 : byte)))).toThrow(/anew/);
    expect(() => assertWindowState(state.subarray(1))).toThrow(/511 bytes/);
  });

  it('do not change for a held movement, which is judged with itself counted', () => {
    const held = told({ outcome: 'held', naira: 700 });
    const before = fold([told({ naira: 100 })]);
    expect(advance(before, held, SETTINGS)).toBe(before);
    const after = judgedState(before, held, SETTINGS);
    const facts = readFacts({ movement: held, settings: SETTINGS, before, after });
    expect(facts[factSlotOf('window.inflowKobo24h')!]).toBe(800_00);
  });

  it.each([
    ['24 hours ago', 24 * HOUR, 2],
    ['at the end of its three hours', 27 * HOUR + 1, 1],
  ])('keep an inflow of %s as its window says', (_title, after, count) => {
    // NOON is the beginning of a bucket of three hours in Lagos.
    expect(fact('window.inflowCount24h', [told({}), told({ after })])).toBe(count);
  });

  it('never lose an inflow before the name of the window is over', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60 * ONE_DAY }), (start) => {
        const counts = (name: string, ms: number): unknown =>
          fact(`window.${name}`, [told({ after: start }), told({ after: start + ms })]);
        expect(counts('inflowCount24h', 24 * HOUR)).toBe(2);
        expect(counts('inflowKobo72h', 72 * HOUR)).toBe(2_000_00);
        expect(counts('inflowKobo7d', 7 * ONE_DAY)).toBe(2_000_00);
        expect(counts('inflowCount30d', 30 * ONE_DAY)).toBe(2);
      }),
      { numRuns: 200 },
    );
  });

  it('count a movement that is older than the last one at the time of the last one', () => {
    const late = [told({ after: ONE_DAY }), told({ after: 0, naira: 500 })];
    const ordered = [told({ after: ONE_DAY }), told({ after: ONE_DAY, naira: 500 })];
    expect(fact('window.inflowKobo24h', late)).toBe(fact('window.inflowKobo24h', ordered));
  });

  it('saturate instead of starting again at zero', () => {
    const huge = Array.from({ length: 300 }, () => told({ naira: 900_000_000_000, direction: 'inflow' }));
    expect(fact('window.inflowKobo24h', huge)).toBe(2 ** 48 - 1);
    expect(fact('window.inflowCount24h', huge)).toBe(255);
    expect(fact('window.inflowCount30d', huge)).toBe(300);
  });

  it('know the mean of earlier outflows, also when their sum is full', () => {
    const outflow = (naira: number): ScenarioMovement => told({ direction: 'outflow', naira });
    expect(fact('window.meanOutflowKobo', [outflow(100), outflow(201), outflow(5)])).toBe(150_50);
    expect(fact('window.earlierOutflowCount', [outflow(100), outflow(201), outflow(5)])).toBe(2);
    const many = Array.from({ length: 40 }, () => outflow(500_000_000_000));
    expect(Number(fact('window.meanOutflowKobo', many)) / 500_000_000_000_00).toBeCloseTo(1, 1);
  });

  it('know the outflow in percent of the inflow', () => {
    const inflow = told({ naira: 300 });
    const outflow = told({ naira: 200, direction: 'outflow' });
    expect([fact('window.outflowPercent24h', [inflow, outflow]), fact('window.outflowPercent24h', [outflow])]).toEqual([
      66, 1_000_000,
    ]);
  });

  it('know a wake and the quiet days before it', () => {
    const wake = [told({}), told({ after: 100 * ONE_DAY }), told({ after: 100 * ONE_DAY + 5 * HOUR })];
    expect([fact('window.wakeQuietDays', wake), fact('window.hoursSinceWake', wake)]).toEqual([100, 5]);
    expect(fact('window.quietDays', wake.slice(0, 2))).toBe(100);
    expect(fact('window.wakeQuietDays', [told({}), told({ after: 59 * ONE_DAY })])).toBe(0);
    expect(fact('window.quietDays', [told({ at: NOON } as never)])).toBeUndefined();
  });

  it('count outflows of minutes and of one hour exactly, six at most', () => {
    const outflows = [0, 56, 58, 60].map((minute) =>
      told({ direction: 'outflow', naira: minute === 58 ? 100_000 : 99_999, after: minute * MINUTE }),
    );
    expect(fact('window.outflowCount5m', outflows)).toBe(3);
    expect(fact('window.outflowCount1h', outflows)).toBe(3);
    expect(fact('window.largeOutflowCount1h', outflows)).toBe(1);
    expect(
      fact(
        'window.outflowCount1h',
        Array.from({ length: 9 }, () => told({ direction: 'outflow' })),
      ),
    ).toBe(6);
  });
});
