import fc from 'fast-check';
import { rateForAmount } from '../../../products/rates/rate-tier';
import { earnsInterest, rateBands, type SavingsRates } from './rate-bands';

const TIERS = [
  { fromKobo: '100000', percent: '5.0000' },
  { fromKobo: '500000', percent: '6.0000' },
];

const rates = fc.record({
  interestRate: fc.constantFrom('0.0000', '4.5000'),
  minimumBalanceKobo: fc.bigInt({ min: 0n, max: 1_000n }),
  tiers: fc
    .uniqueArray(fc.integer({ min: 0, max: 1_000 }), { maxLength: 5 })
    .map((starts) =>
      starts.sort((a, b) => a - b).map((start, index) => ({ fromKobo: String(start), percent: `${index}.5000` })),
    ),
});

describe('rate bands of a savings product', () => {
  it.each([
    [
      0n,
      [
        [1n, 100_000n, '4.5000'],
        [100_000n, 500_000n, '5.0000'],
        [500_000n, null, '6.0000'],
      ],
    ],
    [
      50_000n,
      [
        [50_000n, 100_000n, '4.5000'],
        [100_000n, 500_000n, '5.0000'],
        [500_000n, null, '6.0000'],
      ],
    ],
    [
      100_000n,
      [
        [100_000n, 500_000n, '5.0000'],
        [500_000n, null, '6.0000'],
      ],
    ],
    [900_000n, [[900_000n, null, '6.0000']]],
  ])('start at a minimum balance of %p kobo', (minimumBalanceKobo, bands) => {
    const found = rateBands({ interestRate: '4.5000', tiers: TIERS, minimumBalanceKobo });
    expect(found.map(({ fromKobo, belowKobo, percent }) => [fromKobo, belowKobo, percent])).toEqual(bands);
  });

  it('give every balance from the minimum on the rate of its tier', () => {
    fc.assert(
      fc.property(rates, fc.bigInt({ min: -10n, max: 1_200n }), (product: SavingsRates, balanceKobo) => {
        const bands = rateBands(product).filter(
          ({ fromKobo, belowKobo }) => balanceKobo >= fromKobo && (belowKobo === null || balanceKobo < belowKobo),
        );
        const earns = balanceKobo > 0n && balanceKobo >= product.minimumBalanceKobo;
        expect(bands.map(({ percent }) => percent)).toEqual(
          earns ? [rateForAmount(product.interestRate, product.tiers, balanceKobo)] : [],
        );
      }),
    );
  });

  it('earn interest when at least one band has a rate above 0', () => {
    expect(earnsInterest(rateBands({ interestRate: '0.0000', tiers: [], minimumBalanceKobo: 0n }))).toBe(false);
    expect(earnsInterest(rateBands({ interestRate: '0.0000', tiers: TIERS, minimumBalanceKobo: 0n }))).toBe(true);
  });
});
