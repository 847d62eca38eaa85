import { isOutsideRange, type OfferedRates } from './rate-range';

const offered: OfferedRates = {
  own: { interestRate: '12.0000', rateBasis: 0 },
  named: [
    { interestRate: '10.0000', rateBasis: 0, tiers: [{ fromKobo: '100', percent: '14.5000' }] },
    { interestRate: '2.0000', rateBasis: 1, tiers: [] },
  ],
};

describe('isOutsideRange', () => {
  it.each([
    ['10.0000', 0, false],
    ['12.0000', 0, false],
    ['14.5000', 0, false],
    ['9.9999', 0, true],
    ['14.5001', 0, true],
    ['900.0000', 0, true],
    ['2.0000', 1, false],
    ['12.0000', 1, true],
  ])('tells that a rate of %s on basis %p is outside: %p', (interestRate, rateBasis, isOutside) => {
    expect(isOutsideRange({ interestRate, rateBasis }, offered)).toBe(isOutside);
  });

  it('takes every rate as outside when the product offers none on that basis', () => {
    expect(isOutsideRange({ interestRate: '12.0000', rateBasis: 1 }, { ...offered, named: [] })).toBe(true);
  });
});
