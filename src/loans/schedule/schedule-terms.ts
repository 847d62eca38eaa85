import type { Rounding } from '../../common/money/rounding';
import type {
  DayCount,
  FREQUENCIES,
  INTEREST_COMPUTATION_MODELS,
  MonthEnd,
  MORATORIA,
  MoratoriumInterest,
  PAYMENT_TYPES,
  RATE_BASES,
} from '../../products/terms/loan-enumerations';

export const INSTALMENT_RATES = ['exact', 'nominal12', 'nominal30/365', 'nominal30/360'] as const;
/** Rates for the size of a level instalment: the real rates of its periods, or one nominal rate for all. */
export type InstalmentRate = (typeof INSTALMENT_RATES)[number];

export const STUBS_30 = ['30E/360', 'MONTH_FRACTION'] as const;
/** Count of a period that is not whole months, under the 30-day conventions. */
export type Stub30 = (typeof STUBS_30)[number];

export const COMPUTATION_MODEL = { Flat: 0, Reducing: 1, Annuity: 2 } as const;
export const PAYMENT_TYPE = { EndOfContract: 0, ProRated: 1, Upfront: 2, EqualInstalments: 3 } as const;

/**
 * All terms that a schedule depends on, with the names of the quoting command (docs/domain/loans.md#0-parameters).
 * Money is in minor units (kobo), dates are `YYYY-MM-DD`, periods are counted from 1.
 */
export interface ScheduleTerms {
  /** Above 0. */
  principal: bigint;
  /** Percent a year or a period, as decimal text. */
  rate: string;
  rateBasis: (typeof RATE_BASES)[number];
  /** Number of instalments, including those of a moratorium. */
  numberOfRepayments: number;
  frequency: (typeof FREQUENCIES)[number];
  /** Units of `frequency` from one due date to the next. */
  repaymentEvery: number;
  disbursementDate: string;
  /** No interest accrues before this date. Null, or a date before disbursement, means from disbursement. */
  interestAccrualStartDate: string | null;
  /** The first due date, from which the others are counted. Null: they are counted from disbursement. */
  firstRepaymentDate: string | null;
  /** Explicit due dates; they override `firstRepaymentDate` and `monthEnd`. */
  dueDates: readonly string[] | null;
  monthEnd: MonthEnd;
  principalRepaymentType: (typeof PAYMENT_TYPES)[number];
  interestPaymentType: (typeof PAYMENT_TYPES)[number];
  interestComputationModel: (typeof INTEREST_COMPUTATION_MODELS)[number];
  moratorium: (typeof MORATORIA)[number];
  moratoriumPeriods: number;
  moratoriumInterest: MoratoriumInterest;
  /** Leading instalments without principal; overrides the moratorium. */
  graceOnPrincipal: number | null;
  /** Leading instalments without interest; overrides the moratorium. */
  graceOnInterest: number | null;
  dayCount: DayCount;
  stub30: Stub30;
  rounding: Rounding;
  /** Digits of the minor unit: 2 for kobo. */
  decimals: number;
  /** Level instalments are a multiple of it, in minor units. */
  installmentMultiple: bigint | null;
  /** Every amount is a multiple of it, in minor units. */
  currencyMultiple: bigint | null;
  /** Spreads the difference of the last instalment over the others, as Fineract's progressive loans do. */
  emiSmoothing: boolean;
  emiRate: InstalmentRate;
  /** Percent of the principal due with each instalment, decimal text; the last takes the rest. */
  principalPercentPerInstallment: string | null;
  /** Percent of the principal that falls due on top of the last instalment, decimal text. */
  balloonPercent: string | null;
  /** Principal is due with every so many instalments; models 0 and 1. */
  principalEvery: number;
  /** Interest that is paid as it is earned is due with every so many instalments; models 0 and 1. */
  interestEvery: number;
}

/** Default terms of a schedule. */
export const SCHEDULE_DEFAULTS = {
  rateBasis: 0,
  frequency: 2,
  repaymentEvery: 1,
  interestAccrualStartDate: null,
  firstRepaymentDate: null,
  dueDates: null,
  monthEnd: 'CLAMP',
  principalRepaymentType: 1,
  interestPaymentType: 1,
  interestComputationModel: 2,
  moratorium: 0,
  moratoriumPeriods: 0,
  moratoriumInterest: 'DEFER',
  graceOnPrincipal: null,
  graceOnInterest: null,
  dayCount: 'ACT/365',
  stub30: '30E/360',
  rounding: 'HALF_EVEN',
  decimals: 2,
  installmentMultiple: null,
  currencyMultiple: null,
  emiSmoothing: false,
  emiRate: 'exact',
  principalPercentPerInstallment: null,
  balloonPercent: null,
  principalEvery: 1,
  interestEvery: 1,
} as const satisfies Partial<ScheduleTerms>;
