import { countedTotalKobo, isCounted } from './counted-legs';
import { ORDINARY, type PostingLeg } from './posting-request';
import { leg, reversalOf } from './testing/batch-fixtures';

const byCaller = (own: PostingLeg): PostingLeg => ({ ...own, namedByCaller: true });

describe('isCounted', () => {
  it.each([
    ['principal', leg(1, 'debit', 1n), true],
    ['principal to a ledger that a setting names', { ...leg(1, 'credit', 1n), namedByCaller: false }, true],
    ['a fee that the caller names', byCaller(leg(1, 'debit', 1n, 'fee')), true],
    ['a fee of the tariff', leg(1, 'debit', 1n, 'fee'), false],
    ['a tax', { ...leg(1, 'credit', 1n, 'tax'), namedByCaller: false }, false],
    ['interest', leg(1, 'credit', 1n, 'interest'), false],
    ['money that goes back', leg(1, 'credit', 1n, 'reversal'), false],
  ])('tells whether a leg counts: %s', (_, own, counts) => expect(isCounted(own)).toBe(counts));
});

describe('countedTotalKobo', () => {
  it('adds what the caller chose, once for both sides, without the charges of the tariff', () => {
    const legs = [
      leg(1, 'debit', 100n),
      leg(2, 'credit', 100n),
      byCaller(leg(1, 'debit', 20n, 'fee')),
      byCaller(leg(3, 'credit', 20n, 'fee')),
      leg(1, 'debit', 5n, 'tax'),
      leg(4, 'credit', 5n, 'tax'),
    ];
    expect(countedTotalKobo({ legs, nature: ORDINARY })).toBe(120n);
  });

  it('is the larger side where the other one has charges that the caller did not choose', () => {
    const [more, less] = [100n, 95n];
    const charged = [leg(1, 'debit', more), leg(2, 'credit', less), leg(3, 'credit', 5n, 'fee')];
    expect(countedTotalKobo({ legs: charged, nature: ORDINARY })).toBe(100n);
    const given = [leg(1, 'debit', less), leg(3, 'debit', 5n, 'fee'), leg(2, 'credit', more)];
    expect(countedTotalKobo({ legs: given, nature: ORDINARY })).toBe(100n);
  });

  it('does not count what a ledger of the institution only carries on', () => {
    const legs = [leg(1, 'debit', 100n), { ...leg(2, 'credit', 100n), transit: true as const }];
    expect(legs.map(isCounted)).toEqual([true, false]);
  });

  it('adds every leg of a reversal', () => {
    const legs = [
      leg(1, 'credit', 100n, 'reversal'),
      leg(1, 'credit', 20n, 'reversal'),
      leg(2, 'debit', 120n, 'reversal'),
    ];
    expect(countedTotalKobo({ legs, nature: reversalOf(9) })).toBe(120n);
  });
});
