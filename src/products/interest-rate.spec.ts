import { interestRateText, isInterestRate, isPercentage } from './interest-rate';

describe('isInterestRate', () => {
  it.each([0, 0.0001, 4.25, 12.3456, 1000, 0.1 + 0.2])('accepts %p unless it has more than 4 decimals', (value) => {
    expect(isInterestRate(value)).toBe(value !== 0.1 + 0.2);
  });

  it.each([-0.0001, 1000.0001, 1e-7, 4.00001, Number.NaN, Infinity, '4', null, undefined, 4n])(
    'refuses %p',
    (value) => {
      expect(isInterestRate(value)).toBe(false);
    },
  );
});

describe('isPercentage', () => {
  it.each([
    [0, true],
    [100, true],
    [0.0001, true],
    [100.0001, false],
    [0.00001, false],
    ['1', false],
  ])('accepts %p as a percentage: %p', (value, expected) => {
    expect(isPercentage(value)).toBe(expected);
  });
});

describe('interestRateText', () => {
  it.each([
    [0, '0.0000'],
    [4.25, '4.2500'],
    [12.3456, '12.3456'],
    [1000, '1000.0000'],
  ])('writes %p as %p', (percent, text) => {
    expect(interestRateText(percent)).toBe(text);
  });

  it('throws for a number that is not a rate', () => {
    expect(() => interestRateText(1e-7)).toThrow(RangeError);
  });
});
