import type { LoanProductTerms } from './loan-product-terms.entity';
import { completeLoanTerms, loanTermsView, loanTermsViolation, storedLoanTerms } from './loan-terms';
import type { LoanTermsBody } from './loan-terms.dto';
import { LOAN_LEDGERS } from './term-ledgers';

const ROLES = Object.keys(LOAN_LEDGERS);
const ledgers = Object.fromEntries(
  ROLES.map((role, index) => [role, String(index)]),
) as unknown as LoanTermsBody['ledgers'];
const columns = Object.fromEntries(ROLES.map((role, index) => [`${role}GlAccountId`, index]));
const codeById = new Map(ROLES.map((_, index) => [index, String(index)]));
const REQUIRED: LoanTermsBody = { minPrincipal: 100, maxPrincipal: 1_000.5, minTenure: 2, maxTenure: 12, ledgers };

/** Terms that may have different frequencies and a balloon. */
const SPLIT = { interestComputationModel: 1, principalRepaymentType: 1 } as const;

describe('loan terms', () => {
  it('default to a monthly annuity', () => {
    const { ledgers: _, ...terms } = completeLoanTerms(REQUIRED, 'Loan');
    expect(terms).toEqual({
      minPrincipal: 100,
      maxPrincipal: 1_000.5,
      minTenure: 2,
      maxTenure: 12,
      lendingModel: 1,
      rateBasis: 0,
      interestComputationModel: 2,
      principalRepaymentType: 1,
      principalRepaymentEvery: 1,
      principalRepaymentFrequency: 2,
      interestPaymentType: 1,
      interestPaymentEvery: null,
      minInterestRate: null,
      maxInterestRate: null,
      installmentMultiple: null,
      emiSmoothing: false,
      monthEnd: 'CLAMP',
      principalPercentPerInstallment: null,
      balloonPercent: null,
      prepaymentEffect: 'PaysAhead',
      dayCount: 'ACT/365',
      moratorium: 0,
      moratoriumPeriods: 0,
      moratoriumInterest: 'DEFER',
      arrearsInterestRate: 0,
      arrearsInterestBase: 'OverduePrincipal',
      failedRepaymentGracePeriod: 0,
      arrearsInterestFromEndOfGrace: false,
      penaltyKind: 'None',
      penaltyAmount: null,
      penaltyRate: null,
      penaltyBase: 'OverdueAmount',
      penaltyGraceDays: 0,
      suspenseAfterDays: 90,
      allocationOrder: ['penalty', 'default', 'fee', 'interest', 'principal'],
    });
    expect(completeLoanTerms(REQUIRED, 'GroupLoan').lendingModel).toBe(4);
  });

  it.each([
    [{ penaltyKind: 'Flat', penaltyAmount: 500.25, penaltyGraceDays: 3, arrearsInterestRate: 12.5 }],
    [
      {
        penaltyKind: 'Percentage',
        penaltyRate: 1.25,
        moratorium: 3,
        moratoriumPeriods: 1,
        interestComputationModel: 0,
        principalRepaymentType: 0,
      },
    ],
  ] as Partial<LoanTermsBody>[][])('are answered as they were stored: %j', (fields) => {
    const terms = completeLoanTerms({ ...REQUIRED, ...fields }, 'Loan');
    expect(loanTermsViolation(terms)).toBeUndefined();
    const row = { institutionId: 1, id: 1, ...storedLoanTerms(terms), ...columns } as unknown as LoanProductTerms;
    expect(loanTermsView(row, codeById)).toEqual(terms);
  });

  it.each([
    [{ minPrincipal: 1_000.51 }, 'minPrincipal must'],
    [{ minTenure: 13 }, 'minTenure must'],
    [{ principalRepaymentEvery: 5 }, 'minTenure and maxTenure'],
    [{ minTenure: 3, principalRepaymentEvery: 3, maxTenure: 13 }, 'minTenure and maxTenure'],
    [{ moratorium: 1 }, 'moratorium and'],
    [{ moratoriumPeriods: 1 }, 'moratorium and'],
    [{ moratorium: 1, moratoriumPeriods: 2 }, 'moratoriumPeriods must'],
    [{ minTenure: 6, principalRepaymentEvery: 3, moratorium: 1, moratoriumPeriods: 2 }, 'moratoriumPeriods must'],
    [{ penaltyKind: 'Flat' }, 'penaltyAmount is required'],
    [{ penaltyAmount: 5 }, 'penaltyAmount is required'],
    [{ penaltyKind: 'Percentage', penaltyAmount: 5 }, 'penaltyAmount is required'],
    [{ penaltyKind: 'Percentage' }, 'penaltyRate is required'],
    [{ penaltyKind: 'Flat', penaltyAmount: 5, penaltyRate: 1 }, 'penaltyRate is required'],
    [{ penaltyGraceDays: 1 }, 'penaltyGraceDays must'],
    [{ minInterestRate: 12.5, maxInterestRate: 12.4999 }, 'minInterestRate must'],
    [{ ...SPLIT, minTenure: 6, interestPaymentEvery: 4, principalRepaymentEvery: 6 }, 'interestPaymentEvery must'],
    [{ minTenure: 6, interestPaymentEvery: 3 }, 'interestPaymentEvery other'],
    [{ ...SPLIT, minTenure: 6, interestPaymentEvery: 3, moratorium: 1, moratoriumPeriods: 1 }, 'Different frequencies'],
    [{ ...SPLIT, minTenure: 2, interestPaymentEvery: 3 }, 'minTenure and maxTenure must be multiples of interest'],
    [{ principalPercentPerInstallment: 10 }, 'principalPercentPerInstallment needs'],
    [{ ...SPLIT, balloonPercent: 10, principalPercentPerInstallment: 5 }, 'balloonPercent and'],
    [{ ...SPLIT, balloonPercent: 10, principalRepaymentType: 0 }, 'The principal is due at the end'],
    [{ ...SPLIT, principalPercentPerInstallment: 10, principalRepaymentType: 0 }, 'The principal is due at the end'],
    [{ interestComputationModel: 0, principalRepaymentType: 1, prepaymentEffect: 'ReduceTenure' }, 'prepaymentEffect'],
    [{ interestPaymentType: 2, prepaymentEffect: 'ReduceInstalment' }, 'prepaymentEffect must'],
  ] as [Partial<LoanTermsBody>, string][])('refuse %j', (fields, start) => {
    expect(loanTermsViolation(completeLoanTerms({ ...REQUIRED, ...fields }, 'Loan'))).toEqual(
      expect.stringMatching(`^${start}`),
    );
  });
});
