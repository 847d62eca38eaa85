import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsInt, IsNotEmpty, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { IsNaira } from '../../common/money/is-naira';
import { IsCalendarDate } from '../../common/time/is-calendar-date';
import { IsInterestRate } from '../../products/interest-rate';
import { MORATORIA } from '../../products/terms/loan-enumerations';
import { LOAN_STATUSES, type LoanStatus } from '../contract/loan-status';
import { ACCRUED_INTEREST_CHOICES, type AccruedInterestChoice } from '../restructure/restructure-schedule';

/** Why staff change a loan. */
export class LoanChangeBody {
  /** @example "The business has closed" */
  @IsString()
  @IsNotEmpty()
  @MaxLength(500)
  reason!: string;
}

/** New terms of a loan. What is left out stays as it is. */
export class RestructureBody extends LoanChangeBody {
  /**
   * What becomes of interest owed and unpaid on the day: it falls due, waits for the first instalment that bears interest, or
   * is added to the principal.
   * @example Deferred
   */
  @IsIn(ACCRUED_INTEREST_CHOICES)
  accruedInterest!: AccruedInterestChoice;

  /**
   * Percent, in the loan's rate basis.
   * @example 18
   */
  @IsOptional()
  @IsInterestRate()
  interestRate?: number | null;

  /**
   * From the day of the restructure, in the loan's repayment units. By default what is left of the present tenure.
   * @example 12
   */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(10_000)
  tenure?: number | null;

  /**
   * 0 none, 1 principal only, 2 interest only, 3 both. By default none.
   * @example 1
   */
  @IsOptional()
  @IsIn(MORATORIA)
  moratorium?: (typeof MORATORIA)[number] | null;

  /**
   * Instalments of the moratorium, part of the tenure; required with one.
   * @example 2
   */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(10_000)
  moratoriumPeriods?: number | null;

  /**
   * After the business date of the approval; by default one repayment interval after it.
   * @example 2027-01-31
   */
  @IsOptional()
  @IsCalendarDate()
  firstRepaymentDate?: string | null;
}

/** How much of a security deposit pays arrears. */
export class ApplySecurityDepositBody extends LoanChangeBody {
  /**
   * Naira; by default as much of the deposit as is due.
   * @example 5000
   */
  @IsOptional()
  @IsNaira()
  amount?: number | null;
}

/** A loan that staff want to change, as it is until they agree. */
export class LoanToChangeView {
  /** @example 20500 */
  id!: number;

  /** @example 0000010302 */
  loanAccountNumber!: string;

  /** @example Delinquent */
  @ApiProperty({ enum: LOAN_STATUSES })
  loanStatus!: LoanStatus;
}

/** A change that waits for another member of staff. */
export class RequestedChangeView {
  /** @example 20014 */
  approvalId!: number;

  loans!: LoanToChangeView[];
}
