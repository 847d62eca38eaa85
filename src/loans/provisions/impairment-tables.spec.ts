import { expectedLossFactors } from './expected-loss-factors';
import { impairmentTablesOn, impairmentTablesViolation } from './impairment-tables';

const RATES = { pd12Month: 2.5, pdLifetime: [2.5, 6, 9.75], lgdUnsecured: 65, lgdSecured: 25, ead: 102 };
const value = (table: unknown, date = '2026-01-01'): string => JSON.stringify({ [date]: table });

describe('impairmentTablesViolation', () => {
  it('accepts portfolios with and without days of the stages', () => {
    expect(impairmentTablesViolation(value({ portfolios: { '*': RATES } }))).toBeUndefined();
    expect(
      impairmentTablesViolation(
        value({
          stage2FromDays: 16,
          stage3FromDays: 60,
          restructuredDays: 0,
          portfolios: { '*': RATES, LN001: RATES },
        }),
      ),
    ).toBeUndefined();
  });

  it.each([
    ['no date', '{}'],
    ['a date that does not exist', value({ portfolios: { '*': RATES } }, '2026-02-30')],
    ['no portfolios', value({})],
    ['no rates for other products', value({ portfolios: { LN001: RATES } })],
    ['an unknown field', value({ portfolios: { '*': RATES }, stage4FromDays: 200 })],
    ['stages in the wrong order', value({ stage2FromDays: 60, stage3FromDays: 60, portfolios: { '*': RATES } })],
    ['a rate that is missing', value({ portfolios: { '*': { ...RATES, ead: undefined } } })],
    ['a percentage above 100', value({ portfolios: { '*': { ...RATES, lgdSecured: 101 } } })],
    ['more than four decimals', value({ portfolios: { '*': { ...RATES, lgdSecured: 1.00001 } } })],
    ['a falling lifetime', value({ portfolios: { '*': { ...RATES, pdLifetime: [6, 5] } } })],
    ['a lifetime below twelve months', value({ portfolios: { '*': { ...RATES, pdLifetime: [2, 6] } } })],
    ['an exposure of more than double', value({ portfolios: { '*': { ...RATES, ead: 201 } } })],
  ])('refuses %s', (_, text) => {
    expect(impairmentTablesViolation(text)).toMatch(/^(must|of 2026-)/);
  });
});

describe('impairmentTablesOn', () => {
  const two = JSON.stringify({
    '2026-07-01': { portfolios: { '*': { ...RATES, pd12Month: 1 } } },
    '2026-01-01': { stage2FromDays: 16, portfolios: { '*': RATES } },
  });

  it('takes the latest tables that have begun, with the presumptions of the standard where they name no days', () => {
    expect(impairmentTablesOn(two, '2025-12-31')).toBeUndefined();
    expect(impairmentTablesOn(two, '2026-06-30')).toMatchObject({ stage2FromDays: 16, stage3FromDays: 90 });
    expect(impairmentTablesOn(two, '2026-07-01')).toMatchObject({
      stage2FromDays: 31,
      portfolios: { '*': { pd12Month: 1 } },
    });
  });
});

describe('expectedLossFactors', () => {
  const tables = impairmentTablesOn(
    value({ portfolios: { '*': RATES, LN002: { ...RATES, ead: 100 } } }),
    '2026-01-01',
  )!;
  const factors = expectedLossFactors(tables, [
    { id: 1, code: 'LN001' },
    { id: 2, code: 'LN002' },
  ]);
  const percent = (productId: number, stage: number, years: number, isSecured: boolean): number =>
    Number(
      factors.find(
        (factor) =>
          factor.productId === productId &&
          factor.stage === stage &&
          factor.years === years &&
          factor.isSecured === isSecured,
      )?.percent,
    );

  it('multiplies probability, loss and exposure exactly', () => {
    expect(percent(1, 1, 0, false)).toBe(1.6575);
    expect(percent(2, 1, 0, false)).toBe(1.625);
    expect(percent(2, 1, 0, true)).toBe(0.625);
    expect(percent(1, 3, 0, false)).toBe(66.3);
  });

  it('takes the lifetime of the remaining years, and that of the last year for longer lives', () => {
    expect([1, 2, 3, 4, 30].map((years) => percent(2, 2, years, false))).toEqual([1.625, 3.9, 6.3375, 6.3375, 6.3375]);
  });

  it('has one factor for each product, stage, life and collateral', () => {
    expect(factors).toHaveLength(2 * 2 * 32);
  });
});
