const TYPES: Record<string, string> = {
  Savings: 'Savings account',
  Current: 'Current account',
  FixedDeposit: 'Fixed deposit',
  Loan: 'Loan',
  GroupLoan: 'Group loan',
};

export function typeText(type: string): string {
  return TYPES[type] ?? type;
}

export const RATE_BASES = ['a year', 'a period'];

/** A percentage as people write it. */
export function percent(value: number | null | undefined): string {
  return value === null || value === undefined
    ? '–'
    : `${value.toLocaleString('en-NG', { maximumFractionDigits: 6 })}%`;
}

/** Names of terms where the API's own would not be understood. */
export const TERM_LABELS: Record<string, string> = {
  minPrincipal: 'Smallest amount',
  maxPrincipal: 'Largest amount',
  minTenure: 'Shortest term',
  maxTenure: 'Longest term',
  minTenureDays: 'Shortest term (days)',
  maxTenureDays: 'Longest term (days)',
  interestComputationModel: 'Interest computation',
  principalRepaymentType: 'Principal is repaid',
  principalRepaymentEvery: 'Units between two instalments',
  principalRepaymentFrequency: 'Unit of the term',
  interestPaymentType: 'Interest is paid',
  interestPaymentEvery: 'Units between two payments of interest',
  minInterestRate: 'Lowest rate (%)',
  maxInterestRate: 'Highest rate (%)',
  installmentMultiple: 'Instalments are multiples of',
  emiSmoothing: 'Equal last instalment',
  principalPercentPerInstallment: 'Principal in each instalment (%)',
  balloonPercent: 'Balloon (%)',
  prepaymentEffect: 'A prepayment',
  moratoriumInterest: 'Interest of the moratorium',
  arrearsInterestRate: 'Default interest (%)',
  arrearsInterestBase: 'Default interest on',
  failedRepaymentGracePeriod: 'Days of grace',
  arrearsInterestFromEndOfGrace: 'Default interest only from the end of grace',
  penaltyBase: 'Penalty on',
  penaltyRate: 'Penalty (%)',
  suspenseAfterDays: 'Interest in suspense after (days)',
  allocationOrder: 'Repayments are allocated to, in order',
  earlyLiquidationPenaltyPercent: 'Penalty of an early end (% of interest)',
  withholdingTaxPercent: 'Withholding tax (%)',
  interestPayments: 'Interest is paid',
  interestTiers: 'Interest by balance',
  interestPosting: 'Interest is posted',
  dormancyMonths: 'Dormant after (months)',
  controlLedgerCode: 'Control ledger',
  glAccountCodes: 'Ledgers that requests may name',
  interestRate: 'Interest (%)',
  productType: 'Kind',
};
