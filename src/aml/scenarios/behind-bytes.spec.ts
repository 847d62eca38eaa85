import fc from 'fast-check';
import { packBehindAccount, unpackBehindAccount } from './behind-bytes';
import { BEHIND_CAPS, BEHIND_VERSION, type BehindAccount, emptyBehindAccount } from './behind-records';
import { MOST_KOBO } from './window-rings';

const six = fc.integer({ min: 0, max: MOST_KOBO });
const word = fc.integer({ min: 0, max: 0xffffffff });
const sum = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
const mean = fc.double({ min: 0, max: 1e24, noNaN: true });
const listOf = <Item>(item: fc.Arbitrary<Item>, maxLength: number): fc.Arbitrary<Item[]> =>
  fc.array(item, { maxLength, size: 'max' });

/** Any record within the bounds of its lists. */
const account: fc.Arbitrary<BehindAccount> = fc.record({
  version: fc.constant(BEHIND_VERSION),
  at: six,
  recents: listOf(
    fc.record(
      { at: six, kobo: six, isInflow: fc.boolean(), narration: word, othersKobo: six },
      { requiredKeys: ['at', 'kobo', 'isInflow', 'narration'] },
    ),
    BEHIND_CAPS.recents,
  ),
  senders: listOf(fc.tuple(word, six), BEHIND_CAPS.parties),
  payees: listOf(fc.tuple(word, six), BEHIND_CAPS.parties),
  cashIns: listOf(fc.record({ at: six, kobo: six, agent: word, state: word }), BEHIND_CAPS.cashIns),
  cashOuts: listOf(fc.record({ at: six, terminal: word }), BEHIND_CAPS.cashOuts),
  failures: listOf(six, BEHIND_CAPS.failures),
  days: listOf(
    fc.record({
      ...{ day: word, movements: word, nearThreshold: word, nights: word },
      ...{ inflowKobo: sum, outflowKobo: sum, saleKobo: sum, refundKobo: sum },
      closeKobo: fc.option(fc.integer({ min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER })),
    }),
    BEHIND_CAPS.days,
  ),
  statistics: fc.record({
    ...{ days: word, meanCount: mean, squaresCount: mean, meanKobo: mean, squaresKobo: mean, maximumKobo: sum },
  }),
  labels: listOf(
    fc.record({
      ...{ sourceId: sum, hops: fc.integer({ min: 1, max: 4 }), viaId: sum },
      ...{ kobo: sum, originKobo: sum, expiresAt: six },
    }),
    BEHIND_CAPS.labels,
  ),
});

describe('the record behind an account, as bytes', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(account, (record) => {
        expect(unpackBehindAccount(packBehindAccount(record))).toEqual(record);
      }),
      { numRuns: 200 },
    );
  });

  it('is as short as its entries', () => {
    expect(packBehindAccount(emptyBehindAccount())).toHaveLength(63);
  });

  it('leaves the bytes of an earlier record as they are', () => {
    const first = packBehindAccount({ ...emptyBehindAccount(), at: 5 });
    packBehindAccount({ ...emptyBehindAccount(), at: 6 });
    expect(unpackBehindAccount(first)?.at).toBe(5);
  });

  it('is none when it has another version, so that it is built anew', () => {
    const bytes = packBehindAccount({ ...emptyBehindAccount(), version: BEHIND_VERSION + 1 });
    expect(unpackBehindAccount(bytes)).toBeUndefined();
  });
});
