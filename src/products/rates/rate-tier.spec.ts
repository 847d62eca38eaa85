import { rateForAmount, shownTiers, storedTiers, tierViolation } from './rate-tier';

const TIERS = [
  { fromAmount: 1_000.5, interestRate: 5 },
  { fromAmount: 50_000, interestRate: 6.25 },
];

describe('rate tiers', () => {
  it('are stored in kobo and shown in Naira', () => {
    expect(storedTiers(TIERS)).toEqual([
      { fromKobo: '100050', percent: '5.0000' },
      { fromKobo: '5000000', percent: '6.2500' },
    ]);
    expect(shownTiers(storedTiers(TIERS))).toEqual(TIERS);
  });

  it.each([
    [0n, '4.0000'],
    [100_049n, '4.0000'],
    [100_050n, '5.0000'],
    [4_999_999n, '5.0000'],
    [5_000_000n, '6.2500'],
    [10n ** 13n, '6.2500'],
  ])('an amount of %p kobo has the rate %p', (amountKobo, percent) => {
    expect(rateForAmount('4.0000', storedTiers(TIERS), amountKobo)).toBe(percent);
  });

  it.each([
    [[], undefined],
    [TIERS, undefined],
    [[...TIERS].reverse(), 'must be ascending: each fromAmount above the previous one'],
    [[TIERS[0]!, TIERS[0]!], 'must be ascending: each fromAmount above the previous one'],
  ])('the order of tiers %j has the violation %p', (tiers, violation) => {
    expect(tierViolation(tiers)).toBe(violation);
  });
});
