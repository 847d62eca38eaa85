import { Type } from 'class-transformer';
import {
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsDefined,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { IsNaira } from '../../common/money/is-naira';
import { IsInterestRate, IsPercentage } from '../interest-rate';
import {
  ARREARS_BASES,
  type ArrearsBase,
  LOAN_COMPONENTS,
  type LoanComponent,
  PENALTY_BASES,
  PENALTY_KINDS,
  type PenaltyBase,
  type PenaltyKind,
} from './loan-enumerations';
import { LoanLedgers } from './term-ledgers.dto';

const MAX_GRACE_DAYS = 3_650;

/** The terms of a loan product that hold when a borrower pays late, and the order and the ledgers of payments. */
export class LoanArrearsTerms {
  /**
   * Default interest on arrears, percent a year. Default 0.
   * @example 12
   */
  @IsInterestRate()
  arrearsInterestRate!: number;

  /**
   * The base of default interest. Default `OverduePrincipal`.
   * @example OverduePrincipal
   */
  @IsIn(ARREARS_BASES)
  arrearsInterestBase!: ArrearsBase;

  /**
   * Days past due without default interest. Default 0.
   * @example 5
   */
  @IsInt()
  @Min(0)
  @Max(MAX_GRACE_DAYS)
  failedRepaymentGracePeriod!: number;

  /**
   * True when default interest runs from the end of the grace period; false when it runs from the due date. Default
   * false.
   * @example false
   */
  @IsBoolean()
  arrearsInterestFromEndOfGrace!: boolean;

  /**
   * Penalty for each overdue instalment: `None` (default), `Flat`, or `Percentage` of the overdue amount.
   * @example Flat
   */
  @IsIn(PENALTY_KINDS)
  penaltyKind!: PenaltyKind;

  /**
   * Naira for a flat penalty; otherwise null.
   * @example 500
   */
  @IsOptional()
  @IsNaira()
  penaltyAmount!: number | null;

  /**
   * Percent for a percentage penalty; otherwise null.
   * @example null
   */
  @IsOptional()
  @IsPercentage()
  penaltyRate!: number | null;

  /**
   * The base of a percentage penalty: `OverdueAmount` (default) is what is unpaid of the instalment, `OverduePrincipal`
   * its unpaid principal, `WholeInstalment` the instalment as it was due.
   * @example OverdueAmount
   */
  @IsIn(PENALTY_BASES)
  penaltyBase!: PenaltyBase;

  /**
   * Days past due without a penalty. Default 0.
   * @example 3
   */
  @IsInt()
  @Min(0)
  @Max(MAX_GRACE_DAYS)
  penaltyGraceDays!: number;

  /**
   * Past this many days overdue, interest accrues to suspense instead of income. Default 90.
   * @example 90
   */
  @IsInt()
  @Min(1)
  @Max(MAX_GRACE_DAYS)
  suspenseAfterDays!: number;

  /**
   * The order in which a repayment pays the components of an instalment, each named once.
   * @example ["penalty", "default", "fee", "interest", "principal"]
   */
  @IsArray()
  @ArrayMinSize(LOAN_COMPONENTS.length)
  @ArrayUnique()
  @IsIn(LOAN_COMPONENTS, { each: true })
  allocationOrder!: LoanComponent[];

  @IsDefined()
  @IsObject()
  @ValidateNested()
  @Type(() => LoanLedgers)
  ledgers!: LoanLedgers;
}
