import {
  completeFixedDepositTerms,
  completeSavingsTerms,
  fixedDepositTermsView,
  fixedDepositTermsViolation,
  savingsTermsView,
  savingsTermsViolation,
  storedFixedDepositTerms,
  storedSavingsTerms,
} from './deposit-terms';
import type { SavingsProductTerms } from './savings-product-terms.entity';

const LEDGERS = {
  interestExpense: '5010',
  interestPayable: '2065',
  withholdingTaxPayable: '2060',
  prepaidInterest: '1040',
};
const COLUMNS = {
  interestExpenseGlAccountId: 1,
  interestPayableGlAccountId: 2,
  withholdingTaxPayableGlAccountId: 3,
  prepaidInterestGlAccountId: 4,
};
const CODES = new Map(Object.values(LEDGERS).map((code, index) => [index + 1, code]));

describe('fixed-deposit terms', () => {
  const REQUIRED = {
    minPrincipal: 1_000.5,
    maxPrincipal: 2_000,
    minTenureDays: 30,
    maxTenureDays: 90,
    ledgers: LEDGERS,
  };

  it('have defaults and are answered as they were stored', () => {
    const terms = completeFixedDepositTerms(REQUIRED);
    expect(terms).toEqual({
      ...REQUIRED,
      dayCount: 'ACT/365',
      earlyLiquidationPenaltyPercent: 0,
      withholdingTaxPercent: 10,
      interestPayments: ['AtMaturity', 'Monthly', 'Upfront'],
    });
    const row = { institutionId: 1, id: 1, ...storedFixedDepositTerms(terms), ...COLUMNS };
    expect(fixedDepositTermsView(row, CODES)).toEqual(terms);
    expect(fixedDepositTermsViolation(terms)).toBeUndefined();
  });

  it.each([
    [{ minPrincipal: 2_000.01 }, 'minPrincipal'],
    [{ minTenureDays: 91 }, 'minTenureDays'],
  ])('refuse %j', (fields, field) => {
    expect(fixedDepositTermsViolation(completeFixedDepositTerms({ ...REQUIRED, ...fields }))).toContain(
      `${field} must not be above`,
    );
  });
});

describe('savings terms', () => {
  const { prepaidInterest: _, ...ledgers } = LEDGERS;

  it('have defaults and are answered as they were stored', () => {
    const terms = completeSavingsTerms({ ledgers, interestTiers: [{ fromAmount: 500.5, interestRate: 5.25 }] });
    expect(terms).toEqual({
      ledgers,
      interestTiers: [{ fromAmount: 500.5, interestRate: 5.25 }],
      interestPosting: 'Monthly',
      dayCount: 'ACT/365',
      withholdingTaxPercent: 10,
      dormancyMonths: 12,
    });
    const row = { institutionId: 1, id: 1, ...storedSavingsTerms(terms), ...COLUMNS } as SavingsProductTerms;
    expect(savingsTermsView(row, CODES)).toEqual(terms);
    expect(savingsTermsViolation(terms)).toBeUndefined();
  });

  it('refuse tiers that are not ascending', () => {
    const tier = { fromAmount: 1, interestRate: 1 };
    expect(savingsTermsViolation(completeSavingsTerms({ ledgers, interestTiers: [tier, tier] }))).toBe(
      'interestTiers must be ascending: each fromAmount above the previous one.',
    );
  });
});
