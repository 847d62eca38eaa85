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
    ['1000.4', '10.0000', 1_000n, 100n],
    ['4.6', '10.0000', 5n, 0n],
    ['15.0', '10.0000', 15n, 2n],
    ['25.0', '10.0000', 25n, 2n],
    ['99.0', '0.0000', 99n, 0n],
    ['99.0', '100.0000', 99n, 99n],
    ['1000.0', '7.5500', 1_000n, 76n],
  ])(
    'splits %s kobo of interest at %s percent withholding tax into gross and tax',
    (accrued, percent, grossKobo, taxKobo) => {
      expect(interestAmounts(accrued, percent)).toEqual({ grossKobo, taxKobo });
    },
  );
});
