import { changedPrice, feeViolation, storedPrice } from './fee-terms';

describe('fee prices', () => {
  it.each([
    ['Flat', { amount: 100 }, true],
    ['Flat', { amount: 100, rate: null }, true],
    ['Flat', { amount: 100, rate: 0 }, false],
    ['Flat', { rate: 1 }, false],
    ['Flat', {}, false],
    ['Percentage', { rate: 1.5 }, true],
    ['Percentage', { rate: 1.5, amount: null }, true],
    ['Percentage', { rate: 0 }, false],
    ['Percentage', { rate: 1.5, amount: 100 }, false],
    ['Percentage', { amount: 100 }, false],
  ] as const)('a %s fee with the price %j is valid: %p', (kind, price, isValid) => {
    expect(feeViolation(kind, price) === undefined).toBe(isValid);
  });

  it('are stored in kobo and as decimal text', () => {
    expect(storedPrice({ amount: 100.25 })).toEqual({ amountKobo: 10_025n, rate: null });
    expect(storedPrice({ rate: 1.5 })).toEqual({ amountKobo: null, rate: '1.5000' });
  });

  const flat = { kind: 'Flat' as const, amountKobo: 10_000n, rate: null };
  it.each([
    [{}, { kind: 'Flat', amount: 100, rate: null }],
    [{ amount: 50 }, { kind: 'Flat', amount: 50, rate: null }],
    [
      { kind: 'Flat' as const, rate: 2 },
      { kind: 'Flat', amount: 100, rate: 2 },
    ],
    [{ kind: 'Percentage' as const }, { kind: 'Percentage', amount: undefined, rate: undefined }],
    [
      { kind: 'Percentage' as const, rate: 2 },
      { kind: 'Percentage', amount: undefined, rate: 2 },
    ],
  ])('%j changes a flat fee of 100 to %j', (change, after) => {
    expect(changedPrice(flat, change)).toEqual(after);
  });
});
