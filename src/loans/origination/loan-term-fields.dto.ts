import { IsBoolean, IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { IsNaira } from '../../common/money/is-naira';
import { IsCalendarDate } from '../../common/time/is-calendar-date';
import { IsInterestRate } from '../../products/interest-rate';
import {
  FREQUENCIES,
  INTEREST_COMPUTATION_MODELS,
  MORATORIA,
  PAYMENT_TYPES,
  RATE_BASES,
} from '../../products/terms/loan-enumerations';

export const MAX_TENURE = 3_650;
const MAX_EVERY = 366;
const MAX_GRACE_DAYS = 3_650;

/** Property decorator for the id of a record. */
export function IsRecordId(): PropertyDecorator {
  const rules = [IsInt(), Min(1), Max(Number.MAX_SAFE_INTEGER)];
  return (target, property) => rules.forEach((rule) => rule(target, property));
}

/** What a loan may be asked for that its schedule, its price or its payout follows from. Whatever is left out or null is as the product says. */
export class LoanTermFields {
  /**
   * Days late without default interest.
   * @example 3
   */
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(MAX_GRACE_DAYS)
  failedRepaymentGracePeriod?: number;

  /**
   * The principal again, as `loanAmount` has it; when both are sent they must agree. Naira.
   * @example 250000
   */
  @IsOptional()
  @IsNaira()
  principalAmount?: number;

  /**
   * The tenure again, as `tenure` has it; when both are sent they must agree.
   * @example 12
   */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MAX_TENURE)
  principalRepaymentTenure?: number;

  /**
   * 0 EndOfContract, 1 ProRated, 3 EqualMonthlyInstallment. 2 Upfront is refused: the whole principal would be due at once.
   * @example 1
   */
  @IsOptional()
  @IsIn(PAYMENT_TYPES)
  principalRepaymentType?: (typeof PAYMENT_TYPES)[number];

  /**
   * Units of the frequency between instalments; must divide the tenure.
   * @example 1
   */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MAX_EVERY)
  principalRepaymentEvery?: number;

  /**
   * What tenure is counted in: 0 Days, 1 Weeks, 2 Months, 3 Years.
   * @example 2
   */
  @IsOptional()
  @IsIn(FREQUENCIES)
  principalRepaymentFrequency?: (typeof FREQUENCIES)[number];

  /**
   * Id of one of the product's active rates, instead of the product's own.
   * @example 20460
   */
  @IsOptional()
  @IsRecordId()
  applicableInterestID?: number;

  /**
   * Charge `defaultInterestRate` instead of a rate of the product's.
   * @example false
   */
  @IsOptional()
  @IsBoolean()
  overrideProductInterestRate?: boolean;

  /**
   * The interest rate of the loan in percent, with `overrideProductInterestRate` only; without it, 0 counts as left out.
   * @example 24
   */
  @IsOptional()
  @IsInterestRate()
  defaultInterestRate?: number;

  /**
   * What the rate is a percentage of: 0 Annual, 1 PerPeriod. Other than the rate's own with `overrideProductInterestRate` only.
   * @example 0
   */
  @IsOptional()
  @IsIn(RATE_BASES)
  rateBasis?: (typeof RATE_BASES)[number];

  /**
   * 0 FixedMethod, 1 ReducingBalanceMethod, 2 ReducingBalanceButEqualMethod.
   * @example 2
   */
  @IsOptional()
  @IsIn(INTEREST_COMPUTATION_MODELS)
  interestComputationModel?: (typeof INTEREST_COMPUTATION_MODELS)[number];

  /**
   * 0 EndOfContract, 1 ProRated, 2 Upfront, 3 EqualMonthlyInstallment.
   * @example 1
   */
  @IsOptional()
  @IsIn(PAYMENT_TYPES)
  interestPaymentType?: (typeof PAYMENT_TYPES)[number];

  /**
   * Interest falls due with the principal: must be `principalRepaymentEvery`.
   * @example 1
   */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MAX_EVERY)
  interestPaymentEvery?: number;

  /**
   * Must be `principalRepaymentFrequency`.
   * @example 2
   */
  @IsOptional()
  @IsIn(FREQUENCIES)
  interestPaymentEveryFrequency?: (typeof FREQUENCIES)[number];

  /**
   * Must be the tenure.
   * @example 12
   */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MAX_TENURE)
  interestPaymentDuration?: number;

  /**
   * Charge the fee that `loanFeeID` names.
   * @example true
   */
  @IsOptional()
  @IsBoolean()
  allowLoanFee?: boolean;

  /**
   * Id of one of the product's active fees; goes with `allowLoanFee`.
   * @example 20470
   */
  @IsOptional()
  @IsRecordId()
  loanFeeID?: number;

  /**
   * Choose the moratorium by `moratorium` instead of taking the product's.
   * @example false
   */
  @IsOptional()
  @IsBoolean()
  ignoreProductDefaultMoratorium?: boolean;

  /**
   * 0 False, 1 True_PrincipalOnly, 2 True_InterestOnly, 3 True_PrincipalEtInterest. Its periods are the product's. Other than the
   * product's with `ignoreProductDefaultMoratorium` only.
   * @example 0
   */
  @IsOptional()
  @IsIn(MORATORIA)
  moratorium?: (typeof MORATORIA)[number];

  /**
   * Must be available on the linked account when the loan is disbursed, and is held until it closes. Naira.
   * @example 25000
   */
  @IsOptional()
  @IsNaira({ zeroAllowed: true })
  requiredSecurityDepositAmount?: number;

  /**
   * When the loan is to be disbursed; default the business date. Its schedule counts from the day it is disbursed.
   * @example 2026-12-01
   */
  @IsOptional()
  @IsCalendarDate()
  startDate?: string;

  /**
   * No interest runs before it; default the disbursement.
   * @example 2026-12-01
   */
  @IsOptional()
  @IsCalendarDate()
  interestAccrualStartDate?: string;

  /**
   * When the first instalment falls due, the others following at the frequency; default one period after the disbursement.
   * @example 2027-01-01
   */
  @IsOptional()
  @IsCalendarDate()
  firstRepaymentDate?: string;

  /**
   * Whether the proceeds may go to a ledger instead of the linked account.
   * @example false
   */
  @IsOptional()
  @IsBoolean()
  allowDisbursementToGL?: boolean;

  /**
   * Id of one of the ledgers that the product lets requests name; goes with `allowDisbursementToGL`.
   * @example null
   */
  @IsOptional()
  @IsRecordId()
  disbursementGLID?: number | null;
}
