import { DEFAULT_FEE_TIERS, feeTiersViolation, tierFeeKobo } from './fee-tiers';

describe('tierFeeKobo', () => {
  it.each<[bigint, bigint]>([
    [1n, 1_000n],
    [500_000n, 1_000n],
    [500_001n, 2_500n],
    [5_000_000n, 2_500n],
    [5_000_001n, 5_000n],
    [99_999_999_999_999n, 5_000n],
  ])('charges on a transfer of %s kobo a fee of %s kobo', (amountKobo, feeKobo) => {
    expect(tierFeeKobo(DEFAULT_FEE_TIERS, amountKobo)).toBe(feeKobo);
  });

  it('allows a fee of zero', () => {
    expect(tierFeeKobo('[{"upTo":null,"fee":0}]', 1n)).toBe(0n);
  });
});

describe('feeTiersViolation', () => {
  it.each([DEFAULT_FEE_TIERS, '[{"upTo":null,"fee":0}]', '[{"fee":10.75,"upTo":100.5},{"upTo":null,"fee":20}]'])(
    'accepts the fee table %s',
    (text) => {
      expect(feeTiersViolation(text)).toBeUndefined();
    },
  );

  it.each([
    ['', /JSON array/],
    ['{}', /JSON array/],
    ['[]', /JSON array/],
    ['[5]', /JSON array/],
    ['[null]', /JSON array/],
    ['[{"upTo":null}]', /JSON array/],
    ['[{"upTo":null,"fee":-1}]', /JSON array/],
    ['[{"upTo":null,"fee":"10"}]', /JSON array/],
    ['[{"upTo":null,"fee":0.001}]', /JSON array/],
    ['[{"upTo":0,"fee":1},{"upTo":null,"fee":1}]', /JSON array/],
    ['[{"upTo":null,"fee":1,"more":1}]', /JSON array/],
    ['[{"upTo":100,"fee":1}]', /must end/],
    ['[{"upTo":100,"fee":1},{"upTo":100,"fee":1},{"upTo":null,"fee":1}]', /rising/],
    ['[{"upTo":200,"fee":1},{"upTo":100,"fee":1},{"upTo":null,"fee":1}]', /rising/],
    ['[{"upTo":null,"fee":1},{"upTo":null,"fee":1}]', /rising/],
  ])('refuses the fee table %j', (text, violation) => {
    expect(feeTiersViolation(text)).toMatch(violation);
  });
});
