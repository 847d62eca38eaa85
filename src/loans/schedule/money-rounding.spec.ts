import { moneyRounding } from './money-rounding';

describe('moneyRounding', () => {
  it('rounds instalments to their multiple in the mode of the loan', () => {
    const rounding = moneyRounding({ rounding: 'HALF_EVEN', installmentMultiple: 100n, currencyMultiple: null });
    expect(rounding.instalment(250n, 1n)).toBe(200n);
    expect(rounding.instalment(350n, 1n)).toBe(400n);
    expect(rounding.money(501n, 2n)).toBe(250n);
  });

  it('rounds every amount to the multiple of the currency, half up and from the unrounded amount', () => {
    const rounding = moneyRounding({ rounding: 'DOWN', installmentMultiple: null, currencyMultiple: 20n });
    expect(rounding.money(30n, 1n)).toBe(40n);
    expect(rounding.money(299n, 10n)).toBe(20n);
    expect(rounding.instalment(30n, 1n)).toBe(40n);
  });

  it('brings a rounded instalment to the multiple of the currency too', () => {
    const rounding = moneyRounding({ rounding: 'HALF_UP', installmentMultiple: 25n, currencyMultiple: 10n });
    expect(rounding.instalment(24n, 1n)).toBe(30n);
  });
});
