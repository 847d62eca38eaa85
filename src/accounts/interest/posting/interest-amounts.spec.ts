import { interestAmounts, wholeKobo } from './interest-amounts';

describe('posted interest', () => {
  it.each([
    ['0', 0n],
    ['0.499999999999', 0n],
    ['0.500000000000', 0n],
    ['0.500000000001', 1n],
    ['1.500000000000', 2n],
    ['2.500000000000', 2n],
    ['-0.500000000001', -1n],
    ['12345678901234567890.123456789012', 12_345_678_901_234_567_890n],
  ])('rounds %s kobo of accrued interest to %p kobo', (accrued, kobo) => {
    expect(wholeKobo(accrued)).toBe(kobo);
  });

  it.each([
    { accrued: '1000.4', percent: '10.0000', grossKobo: 1_000n, taxKobo: 100n },
    { accrued: '4.6', percent: '10.0000', grossKobo: 5n, taxKobo: 0n },
    { accrued: '15.0', percent: '10.0000', grossKobo: 15n, taxKobo: 2n },
    { accrued: '25.0', percent: '10.0000', grossKobo: 25n, taxKobo: 2n },
    { accrued: '99.0', percent: '0.0000', grossKobo: 99n, taxKobo: 0n },
    { accrued: '99.0', percent: '100.0000', grossKobo: 99n, taxKobo: 99n },
    { accrued: '1000.0', percent: '7.5500', grossKobo: 1_000n, taxKobo: 76n },
  ])(
    'splits $accrued kobo of interest at $percent percent withholding tax into gross and tax',
    ({ accrued, percent, grossKobo, taxKobo }) => {
      expect(interestAmounts(accrued, percent)).toEqual({ grossKobo, taxKobo });
    },
  );
});
