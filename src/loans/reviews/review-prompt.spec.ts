import type { LoanSnapshot } from './loan-reviews.dto';
import { type ReviewedFacts, reviewPrompt } from './review-prompt';

const SNAPSHOT: LoanSnapshot = {
  id: 777_001,
  loanAccountNumber: 'MARKER-LOAN',
  customerID: 'MARKER-CUSTOMER',
  linkedNumber: 'MARKER-ACCOUNT',
  productCode: 'MARKER-PRODUCT',
  loanStatus: 'Delinquent',
  principalAmount: 500_000,
  interestRate: 24,
  rateBasis: 0,
  interestComputationModel: 2,
  tenure: 12,
  principalRepaymentFrequency: 2,
  numberOfRepayments: 12,
  startDate: '2026-01-02',
  disbursementDate: '2026-01-03',
  maturityDate: '2027-01-04',
  instalments: 12,
  instalmentsPaid: 3,
  instalmentsOverdue: 1,
  outstandingPrincipal: 400_000,
  outstandingInterest: 30_000,
  outstandingFees: 0,
  outstandingDefault: 12.5,
  outstandingPenalty: 500,
  totalOutstanding: 430_512.5,
  amountOverdue: 45_000,
  daysPastDue: 17,
  classification: 'PassAndWatch',
  lendingModel: 1,
  requiredSecurityDepositAmount: 50_000,
  collateralType: 1,
  collateralValuation: 900_000,
  otherLoans: { count: 2, totalOutstanding: 80_000, amountOverdue: 0, daysPastDue: 0 },
};
const FACTS: ReviewedFacts = {
  snapshot: SNAPSHOT,
  report: {
    recordFound: true,
    reportReference: 'MARKER-REPORT',
    score: 640,
    riskGrade: 'Medium',
    openLoans: 3,
    overdueLoans: 1,
    totalOutstanding: 120_000,
    worstDaysPastDue: 45,
  },
};
const UNKNOWN: ReviewedFacts['report'] = {
  recordFound: false,
  reportReference: null,
  score: null,
  riskGrade: null,
  openLoans: null,
  overdueLoans: null,
  totalOutstanding: null,
  worstDaysPastDue: null,
};

describe('reviewPrompt', () => {
  it('tells numbers and known words', () => {
    expect(JSON.parse(reviewPrompt([FACTS], false).user)).toEqual({
      loan: {
        status: 'Delinquent',
        principal: 500_000,
        interestRate: 24,
        rateBasis: 'per year',
        interestModel: 'reducing balance with equal instalments',
        tenure: 12,
        tenureUnit: 'months',
        repayments: 12,
        instalmentsPaid: 3,
        instalmentsOverdue: 1,
        outstanding: 430_512.5,
        overdue: 45_000,
        daysPastDue: 17,
        classification: 'PassAndWatch',
        lendingModel: 'individual',
        securityDeposit: 50_000,
        collateral: 'automobile',
        collateralValue: 900_000,
        otherLoansHere: { count: 2, totalOutstanding: 80_000, amountOverdue: 0, daysPastDue: 0 },
        creditBureau: {
          recordFound: true,
          score: 640,
          riskGrade: 'Medium',
          openLoans: 3,
          overdueLoans: 1,
          totalOutstanding: 120_000,
          worstDaysPastDue: 45,
        },
      },
    });
  });

  it('names no loan, account, customer, product, report or date', () => {
    const { system, user } = reviewPrompt([FACTS, FACTS], true);
    expect(`${system}${user}`).not.toMatch(/MARKER|777001|20\d\d-\d\d-\d\d/);
  });

  it('tells the participants of a group one by one, in their order', () => {
    const { participants } = JSON.parse(
      reviewPrompt(
        [
          FACTS,
          { snapshot: { ...SNAPSHOT, tenure: 6, collateralType: null, collateralValuation: null }, report: UNKNOWN },
        ],
        true,
      ).user,
    ) as { participants: object[] };
    expect(participants).toMatchObject([
      { tenure: 12 },
      { tenure: 6, collateral: 'none', collateralValue: 0, creditBureau: { recordFound: false, score: null } },
    ]);
  });

  it('knows a word for every value of the enumerations', () => {
    const word = (change: Partial<LoanSnapshot>, name: string): unknown =>
      (
        JSON.parse(reviewPrompt([{ ...FACTS, snapshot: { ...SNAPSHOT, ...change } }], false).user) as {
          loan: Record<string, unknown>;
        }
      ).loan[name];
    for (let value = 0; value <= 9; value += 1) expect(word({ collateralType: value }, 'collateral')).not.toBe('none');
    for (let value = 0; value <= 7; value += 1) expect(word({ lendingModel: value }, 'lendingModel')).not.toBe('none');
    for (let value = 0; value <= 3; value += 1)
      expect(word({ principalRepaymentFrequency: value }, 'tenureUnit')).not.toBe('none');
    expect(word({ collateralType: 10 }, 'collateral')).toBe('none');
  });

  it.each<[string, Partial<LoanSnapshot>]>([
    ['text for a status', { loanStatus: 'Adaeze Okafor' as never }],
    ['text for a classification', { classification: '08030000001' as never }],
    ['text for a number', { principalAmount: '22200000001' as never }],
    ['no number', { daysPastDue: Number.NaN }],
    ['text deep inside', { otherLoans: { ...SNAPSHOT.otherLoans, count: 'Adaeze' as never } }],
    ['a list', { tenure: ['x'] as never }],
  ])('refuses %s', (_, change) => {
    expect(() => reviewPrompt([{ ...FACTS, snapshot: { ...SNAPSHOT, ...change } }], false)).toThrow(
      'of a review is neither a number nor a known word',
    );
  });
});
