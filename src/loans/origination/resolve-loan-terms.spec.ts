import { assertTermsFit } from './assert-terms-fit';
import type { ContractTerms } from './contract-terms';
import { type RequestedLoanTerms, resolveLoanTerms, type TermChoices } from './resolve-loan-terms';

const BEFORE = {
  principalKobo: 10_000_000n,
  interestRate: '24.0000',
  rateBasis: 0,
  tenure: 6,
  numberOfRepayments: 6,
  frequency: 2,
  repaymentEvery: 1,
  principalEvery: 1,
  interestEvery: 1,
  installmentMultipleKobo: null,
  emiSmoothing: false,
  monthEnd: 'CLAMP',
  principalPercentPerInstallment: null,
  balloonPercent: null,
  interestComputationModel: 2,
  principalRepaymentType: 1,
  interestPaymentType: 1,
  dayCount: 'ACT/365',
  moratorium: 1,
  moratoriumPeriods: 2,
  moratoriumInterest: 'DEFER',
  effectiveDate: '2026-11-21',
  interestAccrualStartDate: null,
  firstRepaymentDate: null,
  failedRepaymentGracePeriod: 3,
  fee: null,
  securityDepositKobo: 0n,
  allowDisbursementToGL: false,
  disbursementGlAccountId: null,
  particulars: { lendingModel: 1 },
} as unknown as ContractTerms;
const CHOICES: TermChoices = {
  product: { moratoriumPeriods: 2 },
  rate: undefined,
  fee: undefined,
  businessDate: '2026-11-21',
};
const RATE = {
  interestRate: '20.0000',
  rateBasis: 1,
  tiers: [{ fromKobo: '20000000', percent: '16.0000' }],
} as TermChoices['rate'];
const FEE = {
  id: 7,
  name: 'Fee',
  kind: 'Flat',
  amountKobo: 5n,
  rate: null,
  vatApplies: true,
  incomeGlAccountId: 9,
  charged: 'Upfront',
} as TermChoices['fee'];

const ask = (
  asked: RequestedLoanTerms,
  choices: Partial<TermChoices> = {},
  before: Partial<ContractTerms> = {},
): ContractTerms => resolveLoanTerms({ ...BEFORE, ...before }, asked, { ...CHOICES, ...choices });

describe('resolveLoanTerms', () => {
  it.each<[string, RequestedLoanTerms, Partial<TermChoices>, Partial<ContractTerms>]>([
    ['keeps what is left out', {}, {}, BEFORE],
    ['takes null for left out', { loanAmount: null, tenure: null, disbursementGLID: null }, {}, BEFORE],
    ['reads the amount under either name', { principalAmount: 1.5 }, {}, { principalKobo: 150n }],
    [
      'counts instalments',
      { tenure: 12, principalRepaymentEvery: 3 },
      {},
      { tenure: 12, numberOfRepayments: 4, repaymentEvery: 3 },
    ],
    [
      'puts monthly interest beside quarterly principal',
      { tenure: 12, principalRepaymentEvery: 3, interestPaymentEvery: 1 },
      {},
      { tenure: 12, numberOfRepayments: 12, repaymentEvery: 1, principalEvery: 3, interestEvery: 1 },
    ],
    [
      'puts quarterly interest beside monthly principal',
      { tenure: 12, interestPaymentEvery: 3 },
      {},
      { tenure: 12, numberOfRepayments: 12, repaymentEvery: 1, principalEvery: 1, interestEvery: 3 },
    ],
    [
      'overrides the rate',
      { overrideProductInterestRate: true, defaultInterestRate: 0, rateBasis: 1 },
      {},
      { interestRate: '0.0000', rateBasis: 1 },
    ],
    [
      'takes a named rate',
      { applicableInterestID: 3 },
      { rate: RATE },
      {
        interestRate: '20.0000',
        rateBasis: 1,
        particulars: { lendingModel: 1, overrideProductInterestRate: false, applicableInterestID: 3 },
      },
    ],
    [
      'takes a named rate by the amount',
      { applicableInterestID: 3, loanAmount: 200_000 },
      { rate: RATE },
      { interestRate: '16.0000' },
    ],
    ['lets a rate be named that applies', { defaultInterestRate: 24, rateBasis: 0 }, {}, { interestRate: '24.0000' }],
    ['takes a rate of 0 without override for none', { defaultInterestRate: 0 }, {}, { interestRate: '24.0000' }],
    [
      'drops the moratorium',
      { ignoreProductDefaultMoratorium: true },
      {},
      { moratorium: 0, moratoriumPeriods: 0, particulars: { lendingModel: 1, ignoreProductDefaultMoratorium: true } },
    ],
    [
      'takes another moratorium',
      { ignoreProductDefaultMoratorium: true, moratorium: 3 },
      {},
      { moratorium: 3, moratoriumPeriods: 2 },
    ],
    [
      'lets the moratorium be named that applies',
      { moratorium: 1, ignoreProductDefaultMoratorium: false },
      {},
      { moratorium: 1, moratoriumPeriods: 2 },
    ],
    [
      'takes a fee',
      { allowLoanFee: true, loanFeeID: 7 },
      { fee: FEE },
      {
        fee: {
          id: 7,
          name: 'Fee',
          kind: 'Flat',
          amountKobo: '5',
          rate: null,
          vatApplies: true,
          incomeGlAccountId: 9,
          charged: 'Upfront',
        },
      },
    ],
    ['starts later', { startDate: '2026-12-01' }, {}, { effectiveDate: '2026-12-01' }],
    ['starts today when its start has passed', { startDate: '2026-01-01' }, {}, { effectiveDate: '2026-11-21' }],
    [
      'takes a ledger with leave',
      { allowDisbursementToGL: true, disbursementGLID: 4 },
      {},
      { allowDisbursementToGL: true, disbursementGlAccountId: 4 },
    ],
    [
      'takes leave without a ledger',
      { allowDisbursementToGL: true },
      {},
      { allowDisbursementToGL: true, disbursementGlAccountId: null },
    ],
    [
      'keeps particulars',
      { collateralType: 0, loanGuarantors: [] },
      {},
      { particulars: { lendingModel: 1, collateralType: 0, loanGuarantors: [] } },
    ],
  ])('%s', (_, asked, choices, expected) => {
    expect(ask(asked, choices)).toMatchObject(expected);
  });

  it('takes leave back with its ledger, and a fee', () => {
    const before = { allowDisbursementToGL: true, disbursementGlAccountId: 4, fee: { id: 7 } as ContractTerms['fee'] };
    expect(ask({ allowDisbursementToGL: false, allowLoanFee: false }, {}, before)).toMatchObject({
      allowDisbursementToGL: false,
      disbursementGlAccountId: null,
      fee: null,
    });
    expect(ask({ allowLoanFee: true }, {}, before)).toMatchObject({ fee: { id: 7 } });
  });
});

describe('assertTermsFit', () => {
  const LIMITS = {
    minPrincipalKobo: 100n,
    maxPrincipalKobo: 20_000_000n,
    minTenure: 2,
    maxTenure: 12,
    principalRepaymentFrequency: 2,
    minInterestRate: '10.0000',
    maxInterestRate: '30.0000',
  };

  it.each<[string, RequestedLoanTerms, boolean]>([
    ['the terms', {}, true],
    ['the least', { loanAmount: 1, ignoreProductDefaultMoratorium: true }, true],
    ['less than the least', { loanAmount: 0.99, ignoreProductDefaultMoratorium: true }, false],
    ['the most', { loanAmount: 200_000 }, true],
    ['more than the most', { loanAmount: 200_000.01 }, false],
    ['the least rate', { overrideProductInterestRate: true, defaultInterestRate: 10 }, true],
    ['less than the least rate', { overrideProductInterestRate: true, defaultInterestRate: 9.9999 }, false],
    ['the highest rate', { overrideProductInterestRate: true, defaultInterestRate: 30 }, true],
    ['more than the highest rate', { overrideProductInterestRate: true, defaultInterestRate: 30.0001 }, false],
    ['a year', { tenure: 1, principalRepaymentFrequency: 3, ignoreProductDefaultMoratorium: true }, true],
    ['52 weeks', { tenure: 52, principalRepaymentFrequency: 1 }, true],
    ['53 weeks', { tenure: 53, principalRepaymentFrequency: 1 }, false],
    ['365 days', { tenure: 365, principalRepaymentFrequency: 0 }, true],
    ['366 days', { tenure: 366, principalRepaymentFrequency: 0 }, false],
    ['8 weeks, less than two months', { tenure: 8, principalRepaymentFrequency: 1 }, false],
    ['9 weeks', { tenure: 9, principalRepaymentFrequency: 1 }, true],
    ['a moratorium as long as the loan', { tenure: 2 }, false],
    ['a first repayment on the start', { firstRepaymentDate: '2026-11-21' }, false],
    ['a first repayment the day after', { firstRepaymentDate: '2026-11-22' }, true],
    ['a first repayment a year after', { firstRepaymentDate: '2027-11-21' }, true],
    ['a first repayment a year and a day after', { firstRepaymentDate: '2027-11-22' }, false],
  ])('%s', (_, asked, fits) => {
    const check = (): void => assertTermsFit(ask(asked), LIMITS);
    if (fits) expect(check).not.toThrow();
    else expect(check).toThrow(expect.objectContaining({ code: 'LOAN_TERMS_REFUSED', httpStatus: 422 }));
  });
});
