import { IsBoolean, IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { DAY_STEP_ORDER } from '../business-day/day-steps';
import { PagingQuery } from '../common/http/paging.dto';
import { IsCalendarDate } from '../common/time/is-calendar-date';
import type { EndOfDayStatus } from './end-of-day-run.entity';

/** Paging of the closed days. */
export class ListEndOfDaysQuery extends PagingQuery {
  /** What the rows are ordered by. */
  @IsOptional()
  @IsIn(['date'])
  override SortColumn: string = 'date';
}

/** The books in a few figures. Naira as text: totals of years may be larger than a JSON number tells to the kobo. */
export class ControlTotalsView {
  /** @example "1250000.50" */
  debits!: string;

  /** @example "1250000.50" */
  credits!: string;

  /**
   * Number of entries.
   * @example 5120
   */
  entries!: number;
}

/** A step of one day. */
export class EndOfDayStepView {
  /** @example lien-expiry */
  step!: string;

  /** @example "Expiry of liens" */
  title!: string;

  /**
   * `Waiting`, `Running` or `Completed`.
   * @example Completed
   */
  status!: 'Waiting' | 'Running' | 'Completed';

  /**
   * Rows that the step went through so far.
   * @example 1200
   */
  rowsDone!: number;

  /**
   * Rows that failed and are left to be done.
   * @example 0
   */
  openExceptions!: number;

  /** @example 2026-11-22T00:00:01.000Z */
  startedAt!: string | null;

  /** @example 2026-11-22T00:00:09.000Z */
  finishedAt!: string | null;

  totalsBefore!: ControlTotalsView | null;

  totalsAfter!: ControlTotalsView | null;
}

/** One promise of the books and whether the day kept it. */
export class DayCheckView {
  /** @example day-totals */
  name!: string;

  /** @example "The totals of all accounts moved by exactly the entries of the day." */
  description!: string;

  /** @example true */
  passed!: boolean;

  /** @example 0 */
  violations!: number;

  /** @example [] */
  examples!: string[];
}

/** The stored proof of a closed day. */
export class DayProofView {
  /** @example true */
  passed!: boolean;

  /** @example 2026-11-22T00:04:10.000Z */
  provedAt!: string;

  /**
   * Number of postings of the day.
   * @example 2560
   */
  postings!: number;

  /** What the day moved. */
  moved!: ControlTotalsView;

  /** The books when the proof was made. */
  totals!: ControlTotalsView;

  checks!: DayCheckView[];
}

/** The closing of one business date. */
export class EndOfDayView {
  /**
   * The business date that closed.
   * @example 2026-11-21
   */
  date!: string;

  /** @example Completed */
  status!: EndOfDayStatus;

  /**
   * `system:end-of-day` or `staff:ID`.
   * @example system:end-of-day
   */
  startedBy!: string;

  /**
   * When the next business date began.
   * @example 2026-11-21T23:00:12.000Z
   */
  startedAt!: string;

  /** @example 2026-11-21T23:04:10.000Z */
  finishedAt!: string | null;

  /**
   * Why it stopped, or what keeps it from going on.
   * @example null
   */
  problem!: string | null;

  /**
   * Rows of the day that failed and are left to be done.
   * @example 0
   */
  openExceptions!: number;

  /** The books when the date ended. */
  closingTotals!: ControlTotalsView | null;

  proof!: DayProofView | null;
}

/** How far the end of the day is. */
export class EndOfDayProgressView {
  /** @example 2026-11-22 */
  businessDate!: string;

  /**
   * Today in the institution's time zone.
   * @example 2026-11-22
   */
  calendarDate!: string;

  /**
   * Days that are over and whose closing has not begun.
   * @example 0
   */
  daysDue!: number;

  /** The day that was asked for, or the one whose closing began last; null before the first. */
  endOfDay!: EndOfDayView | null;

  steps!: EndOfDayStepView[];
}

/** Which day's progress. */
export class EndOfDayProgressQuery {
  /**
   * The business date; without it, the one whose closing began last.
   * @example 2026-11-21
   */
  @IsOptional()
  @IsCalendarDate()
  Date?: string;
}

/** A row that a step could not go through. */
export class EndOfDayExceptionView {
  /** @example 20901 */
  id!: number;

  /** @example 2026-11-21 */
  date!: string;

  /** @example loan-accrual */
  step!: string;

  /** @example loan:20300 */
  subject!: string;

  /** @example "ACCOUNT_CLOSED: The account 0000010021 is closed." */
  message!: string;

  /** @example 2026-11-21T23:01:00.000Z */
  failedAt!: string;

  /**
   * When a later run of the step got through without it.
   * @example null
   */
  resolvedAt!: string | null;
}

/** Filters of the exceptions list. */
export class ListEndOfDayExceptionsQuery extends PagingQuery {
  /** @example 2026-11-21 */
  @IsOptional()
  @IsCalendarDate()
  Date?: string;

  /** @example loan-accrual */
  @IsOptional()
  @IsString()
  @MaxLength(40)
  Step?: string;

  /**
   * Whether those that are done are left out.
   * @example true
   */
  @IsOptional()
  @IsBoolean()
  Open?: boolean;

  /** What the rows are ordered by. */
  @IsOptional()
  @IsIn(['date'])
  override SortColumn: string = 'date';
}

/** What of a day is run again. */
export class RerunExceptionsBody {
  /** @example 2026-11-21 */
  @IsCalendarDate()
  date!: string;

  /** One step; without it, every step with something left. */
  @IsOptional()
  @IsIn(DAY_STEP_ORDER)
  step?: string;
}

/** What is run again. */
export class RerunView {
  /** @example 2026-11-21 */
  date!: string;

  /** @example ["loan-accrual"] */
  steps!: string[];
}
