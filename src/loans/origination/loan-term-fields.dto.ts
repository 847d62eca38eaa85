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

/**
 * Request fields that decide about schedule, price and payout. A field that is left out or null defaults to the term of
 * the product.
 */
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
   * The principal, Naira; same as `loanAmount`. If both are sent, they must agree.
   * @example 250000
   */
  @IsOptional()
  @IsNaira()
  principalAmount?: number;

  /**
   * Same as `tenure`. If both are sent, they must agree.
   * @example 12
   */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MAX_TENURE)
  principalRepaymentTenure?: number;

  /**
   * 0 EndOfContract, 1 ProRated, 3 EqualMonthlyInstallment. 2 Upfront is refused: the whole principal would be due at
   * once.
   * @example 1
   */
  @IsOptional()
  @IsIn(PAYMENT_TYPES)
  principalRepaymentType?: (typeof PAYMENT_TYPES)[number];

  /**
   * Units of the frequency between instalments; the tenure must be a multiple of it.
   * @example 1
   */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MAX_EVERY)
  principalRepaymentEvery?: number;

  /**
   * Unit of the tenure: 0 Days, 1 Weeks, 2 Months, 3 Years.
   * @example 2
   */
  @IsOptional()
  @IsIn(FREQUENCIES)
  principalRepaymentFrequency?: (typeof FREQUENCIES)[number];

  /**
   * Id of one of the active rates of the product; default: the rate of the product itself.
   * @example 20460
   */
  @IsOptional()
  @IsRecordId()
  applicableInterestID?: number;

  /**
   * Charge `defaultInterestRate` instead of a rate of the product.
   * @example false
   */
  @IsOptional()
  @IsBoolean()
  overrideProductInterestRate?: boolean;

  /**
   * The interest rate of the loan in percent, with `overrideProductInterestRate` only; without it, 0 counts as left
   * out.
   * @example 24
   */
  @IsOptional()
  @IsInterestRate()
  defaultInterestRate?: number;

  /**
   * Period of the rate: 0 Annual, 1 PerPeriod. Another basis than that of the rate needs `overrideProductInterestRate`.
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
   * Interest falls due with the principal, so this must equal `principalRepaymentEvery`.
   * @example 1
   */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MAX_EVERY)
  interestPaymentEvery?: number;

  /**
   * Must equal `principalRepaymentFrequency`: 0 Days, 1 Weeks, 2 Months, 3 Years.
   * @example 2
   */
  @IsOptional()
  @IsIn(FREQUENCIES)
  interestPaymentEveryFrequency?: (typeof FREQUENCIES)[number];

  /**
   * Must equal the tenure.
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
   * Id of one of the active fees of the product; needs `allowLoanFee`.
   * @example 20470
   */
  @IsOptional()
  @IsRecordId()
  loanFeeID?: number;

  /**
   * Take the moratorium from `moratorium` instead of from the product.
   * @example false
   */
  @IsOptional()
  @IsBoolean()
  ignoreProductDefaultMoratorium?: boolean;

  /**
   * 0 False, 1 True_PrincipalOnly, 2 True_InterestOnly, 3 True_PrincipalEtInterest. The product decides about the
   * number of periods. Another moratorium than that of the product needs `ignoreProductDefaultMoratorium`.
   * @example 0
   */
  @IsOptional()
  @IsIn(MORATORIA)
  moratorium?: (typeof MORATORIA)[number];

  /**
   * Must be available on the linked account at disbursement; it stays under a lien until the loan closes. Naira.
   * @example 25000
   */
  @IsOptional()
  @IsNaira({ zeroAllowed: true })
  requiredSecurityDepositAmount?: number;

  /**
   * Planned day of the disbursement; default: the business date. The schedule counts from the actual disbursement.
   * @example 2026-12-01
   */
  @IsOptional()
  @IsCalendarDate()
  startDate?: string;

  /**
   * No interest accrues before this date; default: the day of the disbursement.
   * @example 2026-12-01
   */
  @IsOptional()
  @IsCalendarDate()
  interestAccrualStartDate?: string;

  /**
   * Due date of the first instalment, from which the others follow; default: one period after the disbursement.
   * @example 2027-01-01
   */
  @IsOptional()
  @IsCalendarDate()
  firstRepaymentDate?: string;

  /**
   * Allow the proceeds to go to a ledger instead of the linked account.
   * @example false
   */
  @IsOptional()
  @IsBoolean()
  allowDisbursementToGL?: boolean;

  /**
   * Id of one of the ledgers that the product allows; needs `allowDisbursementToGL`.
   * @example null
   */
  @IsOptional()
  @IsRecordId()
  disbursementGLID?: number | null;
}
