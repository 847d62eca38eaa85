import type { CreateLedgerBody } from '../../ledger/chart/gl-accounts.dto';
import {
  LOAN_ALLOWANCE_LEDGER,
  LOAN_IMPAIRMENT_LEDGER,
  LOAN_PROVISION_BASIS,
  REGULATORY_RISK_RESERVE_LEDGER,
} from '../../loans/loans.settings';
import type { CreateProductFeeBody } from '../../products/fees/product-fees.dto';
import type { CreateProductBody } from '../../products/products.dto';
import type { CreateProductRateBody } from '../../products/rates/product-rates.dto';
import type { SavingsTermsBody } from '../../products/terms/deposit-terms.dto';
import type { LoanTermsBody } from '../../products/terms/loan-terms.dto';

/** The ledgers of loans and fixed deposits. Control ledgers are the sums of the contracts' own accounts. */
export const PRODUCT_LEDGERS: CreateLedgerBody[] = [
  { code: '1040', name: 'Prepaid deposit interest', category: 'Asset', allowApi: false },
  { code: '1100', name: 'Loans', category: 'Asset', isControl: true },
  { code: '1105', name: 'Group loans', category: 'Asset', isControl: true },
  { code: '1110', name: 'Loan interest receivable', category: 'Asset', isControl: true },
  { code: '1120', name: 'Loan fees receivable', category: 'Asset', isControl: true },
  { code: '1130', name: 'Default interest receivable', category: 'Asset', isControl: true },
  { code: '1140', name: 'Loan penalties receivable', category: 'Asset', isControl: true },
  { code: '2065', name: 'Deposit interest payable', category: 'Liability', allowApi: false },
  { code: '2090', name: 'Unearned loan interest', category: 'Liability', isControl: true },
  { code: '2095', name: 'Interest in suspense', category: 'Liability', allowApi: false },
  { code: '2100', name: 'Loan disbursements', category: 'Liability' },
  { code: '2105', name: 'Fixed deposits', category: 'Liability', isControl: true },
  { code: '4030', name: 'Loan fee income', category: 'Income', allowApi: false },
  { code: '4040', name: 'Default interest income', category: 'Income', allowApi: false },
  { code: '4050', name: 'Loan penalty income', category: 'Income', allowApi: false },
  { code: '4060', name: 'Loan recovery income', category: 'Income', allowApi: false },
  { code: '5030', name: 'Loan losses', category: 'Expense', allowApi: false },
  { code: '1190', name: 'Allowance for loan losses', category: 'Asset', isControl: true },
  { code: '3040', name: 'Regulatory risk reserve', category: 'Equity', isControl: true },
  { code: '5050', name: 'Provisions for loan losses', category: 'Expense', allowApi: false },
];

/** The provisions that the end of day books, and their ledgers. */
export const PROVISION_SETTINGS = {
  [LOAN_PROVISION_BASIS]: 'Prudential',
  [LOAN_ALLOWANCE_LEDGER]: '1190',
  [LOAN_IMPAIRMENT_LEDGER]: '5050',
  [REGULATORY_RISK_RESERVE_LEDGER]: '3040',
};

export const DEPOSIT_INTEREST = { interestExpense: '5010', interestPayable: '2065', withholdingTaxPayable: '2060' };

export const SAVINGS_TERMS: SavingsTermsBody = {
  interestTiers: [{ fromAmount: 1_000_000, interestRate: 5.5 }],
  ledgers: DEPOSIT_INTEREST,
};

export const LOAN_BOOKS: LoanTermsBody['ledgers'] = {
  interestReceivable: '1110',
  feeReceivable: '1120',
  defaultReceivable: '1130',
  penaltyReceivable: '1140',
  unearnedInterest: '2090',
  interestInSuspense: '2095',
  interestIncome: '4020',
  defaultIncome: '4040',
  penaltyIncome: '4050',
  recoveryIncome: '4060',
  loanLoss: '5030',
};

const WEEKS = 1;
const FLAT_INTEREST = 0;

/** A personal loan of monthly annuities, a group loan of weekly flat instalments, a fixed deposit. */
export const TERM_PRODUCTS: CreateProductBody[] = [
  {
    productCode: 'LN001',
    productName: 'Personal Loan',
    productType: 'Loan',
    interestRate: 24,
    controlLedgerCode: '1100',
    glAccountCodes: ['2030', '2100'],
    loanTerms: {
      minPrincipal: 10_000,
      maxPrincipal: 5_000_000,
      minTenure: 1,
      maxTenure: 24,
      arrearsInterestRate: 12,
      failedRepaymentGracePeriod: 3,
      penaltyKind: 'Flat',
      penaltyAmount: 500,
      penaltyGraceDays: 5,
      ledgers: LOAN_BOOKS,
    },
  },
  {
    productCode: 'GLN001',
    productName: 'Market Group Loan',
    productType: 'GroupLoan',
    interestRate: 30,
    controlLedgerCode: '1105',
    glAccountCodes: ['2030', '2100'],
    loanTerms: {
      minPrincipal: 5_000,
      maxPrincipal: 500_000,
      minTenure: 4,
      maxTenure: 52,
      principalRepaymentFrequency: WEEKS,
      interestComputationModel: FLAT_INTEREST,
      penaltyKind: 'Percentage',
      penaltyRate: 1,
      penaltyGraceDays: 2,
      ledgers: LOAN_BOOKS,
    },
  },
  {
    productCode: 'FD001',
    productName: 'Fixed Deposit',
    productType: 'FixedDeposit',
    interestRate: 12,
    controlLedgerCode: '2105',
    glAccountCodes: ['2030'],
    fixedDepositTerms: {
      minPrincipal: 50_000,
      maxPrincipal: 500_000_000,
      minTenureDays: 30,
      maxTenureDays: 365,
      earlyLiquidationPenaltyPercent: 25,
      ledgers: { ...DEPOSIT_INTEREST, prepaidInterest: '1040' },
    },
  },
];

/** Rates by product that a request may name. */
export const PRODUCT_RATES: [string, CreateProductRateBody][] = [
  ['LN001', { name: 'Staff rate', interestRate: 15 }],
  ['LN001', { name: 'Monthly rate', interestRate: 2.5, rateBasis: 1 }],
  ['GLN001', { name: 'Repeat groups', interestRate: 27 }],
  ['FD001', { name: 'Large deposits', interestRate: 12, tiers: [{ fromAmount: 10_000_000, interestRate: 14 }] }],
];

/** Fees by product that a request may name. */
export const PRODUCT_FEES: [string, CreateProductFeeBody][] = [
  ['LN001', { name: 'Management fee', kind: 'Percentage', rate: 1, incomeLedgerCode: '4030', charged: 'Disbursement' }],
  ['LN001', { name: 'Application fee', kind: 'Flat', amount: 2_000, incomeLedgerCode: '4030', charged: 'Upfront' }],
  [
    'GLN001',
    {
      name: 'Weekly service fee',
      kind: 'Flat',
      amount: 100,
      vatApplies: false,
      incomeLedgerCode: '4030',
      charged: 'PerInstalment',
    },
  ],
];
