// Enumerations of loans, as integers in requests and in the database (docs/domain/loans.md#parameters).

export const LENDING_MODELS = [0, 1, 2, 3, 4, 5, 6, 7] as const;

export const LENDING_MODEL = { Individual: 1, SolidarityGroup: 4 } as const;

/** 0 EndOfContract, 1 ProRated, 2 Upfront, 3 EqualMonthlyInstallment. */
export const PAYMENT_TYPES = [0, 1, 2, 3] as const;

/** Without 2 (Upfront): a loan whose whole principal is repaid at the start is not a loan. */
export const PRINCIPAL_REPAYMENT_TYPES = [0, 1, 3] as const;

export const FREQUENCY = { Days: 0, Weeks: 1, Months: 2, Years: 3 } as const;
export const FREQUENCIES = [0, 1, 2, 3] as const;

/** 0 FixedMethod, 1 ReducingBalanceMethod, 2 ReducingBalanceButEqualMethod. */
export const INTEREST_COMPUTATION_MODELS = [0, 1, 2] as const;

export const RATE_BASIS = { Annual: 0, PerPeriod: 1 } as const;
export const RATE_BASES = [0, 1] as const;

/** 0 none, 1 principal only, 2 interest only, 3 both. */
export const MORATORIA = [0, 1, 2, 3] as const;

export const MORATORIUM_INTEREST = ['DEFER', 'SPREAD', 'CAPITALISE', 'FREE'] as const;
/** The treatment of interest that is not paid during a moratorium. */
export type MoratoriumInterest = (typeof MORATORIUM_INTEREST)[number];

export const DAY_COUNTS = [
  'ACT/365',
  'PERIODIC',
  '30/360',
  '30/365',
  'ACT/360',
  'ACT/364',
  'ACT/ACT',
  'ACT/ACT-FINERACT',
  'ACT/ACT-FEB29',
  'ACT/ACT-START',
] as const;
/** The convention by which the days of a period make a part of a year. */
export type DayCount = (typeof DAY_COUNTS)[number];

export const LOAN_COMPONENTS = ['penalty', 'default', 'fee', 'interest', 'principal'] as const;
/** A component of a borrower's debt, in the default order of allocation. */
export type LoanComponent = (typeof LOAN_COMPONENTS)[number];

export const ARREARS_BASES = ['OverduePrincipal', 'OverdueInstalment'] as const;
/** The base of default interest. */
export type ArrearsBase = (typeof ARREARS_BASES)[number];

export const PENALTY_KINDS = ['None', 'Flat', 'Percentage'] as const;
/** A penalty is charged once for each overdue instalment: an amount, or percent of the overdue amount. */
export type PenaltyKind = (typeof PENALTY_KINDS)[number];

export const PENALTY_BASES = ['OverdueAmount', 'OverduePrincipal', 'WholeInstalment'] as const;
/**
 * The base of a percentage penalty: the unpaid principal, interest and fee of the instalment, its unpaid principal, or
 * the whole instalment as it was due.
 */
export type PenaltyBase = (typeof PENALTY_BASES)[number];

export const MONTH_ENDS = ['CLAMP', 'ROLL'] as const;
/** Due date in a month without its day: the last day of the month, or the first of the next month. */
export type MonthEnd = (typeof MONTH_ENDS)[number];

export const PREPAYMENT_EFFECTS = ['PaysAhead', 'ReduceTenure', 'ReduceInstalment'] as const;
/**
 * What becomes of the part of a repayment that exceeds what is due: it pays instalments to come, or it repays principal
 * and the schedule is made again, with fewer instalments or with smaller ones.
 */
export type PrepaymentEffect = (typeof PREPAYMENT_EFFECTS)[number];
