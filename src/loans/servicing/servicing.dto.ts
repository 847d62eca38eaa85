import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { AcceptedRequest } from '../../common/http/answers.dto';
import { IsNaira } from '../../common/money/is-naira';
import { FieldRelations } from '../../common/openapi/field-relations.decorator';
import { IsExplanation } from '../../common/text/explanation-rule';
import { IsCalendarDate } from '../../common/time/is-calendar-date';
import { IsInterestRate } from '../../products/interest-rate';
import { MORATORIA } from '../../products/terms/loan-enumerations';
import { LOAN_STATUSES, type LoanStatus } from '../contract/loan-status';
import { ACCRUED_INTEREST_CHOICES, type AccruedInterestChoice } from '../restructure/restructure-schedule';

/** A change of a loan by staff, with its reason. */
export class LoanChangeBody {
  /** @example "The business has closed" */
  @IsExplanation(500)
  reason!: string;
}

/** New terms of a loan. Fields that are left out keep their values. */
@FieldRelations(
  { rule: 'only-with', field: 'moratoriumPeriods', other: 'moratorium', values: [1, 2, 3] },
  { rule: 'required-with', field: 'moratoriumPeriods', other: 'moratorium', values: [1, 2, 3] },
)
export class RestructureBody extends LoanChangeBody {
  /**
   * Treatment of unpaid interest on the day: `Due` makes it due, `Deferred` adds it to the first instalment that bears
   * interest, `Capitalised` adds it to the principal.
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
   * From the day of the restructure, in the repayment units of the loan; default: the rest of the present tenure.
   * @example 12
   */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(10_000)
  tenure?: number | null;

  /**
   * 0 none, 1 principal only, 2 interest only, 3 both; default: none.
   * @example 1
   */
  @IsOptional()
  @IsIn(MORATORIA)
  moratorium?: (typeof MORATORIA)[number] | null;

  /**
   * Number of instalments of the moratorium, counted in the tenure; required with a moratorium.
   * @example 2
   */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(10_000)
  moratoriumPeriods?: number | null;

  /**
   * Must be after the business date of the approval; default: one repayment interval after it.
   * @example 2027-01-31
   */
  @IsOptional()
  @IsCalendarDate()
  firstRepaymentDate?: string | null;
}

/** The amount of a security deposit that pays arrears. */
export class ApplySecurityDepositBody extends LoanChangeBody {
  /**
   * Naira; default: as much of the deposit as is due.
   * @example 5000
   */
  @IsOptional()
  @IsNaira()
  amount?: number | null;
}

/** The act on a loan that is reversed. */
export class ReverseLoanEventBody extends LoanChangeBody {
  /**
   * Id of the act, as `events` lists it.
   * @example 20931
   */
  @IsInt()
  @Min(1)
  @Max(Number.MAX_SAFE_INTEGER)
  eventId!: number;
}

/** A loan with a pending change; it stays as it is until the approval. */
export class LoanToChangeView {
  /** @example 20500 */
  id!: number;

  /** @example 0000010302 */
  loanAccountNumber!: string;

  /** @example Delinquent */
  @ApiProperty({ enum: LOAN_STATUSES })
  loanStatus!: LoanStatus;
}

/** A message about a loan that was sent before a correction. */
export class SentMessageView {
  /** @example 20871 */
  id!: number;

  /** @example sms */
  channel!: string;

  /**
   * Its event or subject.
   * @example loan.repayment
   */
  about!: string | null;

  /** @example 2026-11-02 */
  sentOn!: string;
}

/** Closed days whose reports show the loan as it was. */
export class ReportedDaysView {
  /** @example 2026-11-02 */
  from!: string;

  /** @example 2026-11-20 */
  to!: string;
}

/** What was sent and reported of a loan since the day of a correction, and is not written anew. */
export class SentBeforeView {
  /** About the loan or its linked account, latest first, at most 50. */
  messages!: SentMessageView[];

  /** Null where no day was closed since. */
  reportedDays!: ReportedDaysView | null;
}

/** A change that is waiting for approval by another member of staff. */
export class RequestedChangeView extends AcceptedRequest {
  loans!: LoanToChangeView[];

  /** Only of a change of the past. */
  sentBefore?: SentBeforeView;
}
