import { IsBoolean, IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { DAY_STEP_ORDER } from '../business-day/day-steps';
import { PagingQuery } from '../common/http/paging.dto';
import { IsCalendarDate } from '../common/time/is-calendar-date';
import type { EndOfDayStatus } from './end-of-day-run.entity';

/** Paging of the closed days. */
export class ListEndOfDaysQuery extends PagingQuery {
  /** Order of the rows. */
  @IsOptional()
  @IsIn(['date'])
  override SortColumn: string = 'date';
}

/**
 * Control totals of the books. Amounts are Naira as text, because a JSON number cannot hold large totals to the kobo.
 */
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

/** A step of one business date. */
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
   * Number of rows processed so far.
   * @example 1200
   */
  rowsDone!: number;

  /**
   * Rows a second; null before the step has run for a second.
   * @example 150.5
   */
  rowsPerSecond!: number | null;

  /**
   * Rows of the step on the last closed day before; null without one.
   * @example 1210
   */
  rowsExpected!: number | null;

  /**
   * Estimate for a step that has not ended, of a day that is running; null where nothing tells.
   * @example null
   */
  estimatedEndAt!: string | null;

  /**
   * Number of failed rows that are still open.
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

/** One check of the books and its result. */
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

  /** Sums of the day's postings. */
  moved!: ControlTotalsView;

  /** Totals of the books at the time of the proof. */
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
   * Time at which the next business date began.
   * @example 2026-11-21T23:00:12.000Z
   */
  startedAt!: string;

  /** @example 2026-11-21T23:04:10.000Z */
  finishedAt!: string | null;

  /**
   * Reason of the stop, or the problem because of which the run is tried again.
   * @example null
   */
  problem!: string | null;

  /**
   * Number of rows of the day that failed and are still open.
   * @example 0
   */
  openExceptions!: number;

  /** Totals of the books at the end of the date. */
  closingTotals!: ControlTotalsView | null;

  proof!: DayProofView | null;
}

/** Progress of the end of day. */
export class EndOfDayProgressView {
  /** @example 2026-11-22 */
  businessDate!: string;

  /**
   * Today in the institution's time zone.
   * @example 2026-11-22
   */
  calendarDate!: string;

  /**
   * Number of ended days whose closing has not begun.
   * @example 0
   */
  daysDue!: number;

  /** The requested day, or the one whose closing began last; null before the first closing. */
  endOfDay!: EndOfDayView | null;

  /**
   * Estimated end of a day that is running, its proof included; null otherwise, and where nothing tells.
   * @example null
   */
  estimatedEndAt!: string | null;

  steps!: EndOfDayStepView[];
}

/** Selects the day. */
export class EndOfDayProgressQuery {
  /**
   * The business date; by default the one whose closing began last.
   * @example 2026-11-21
   */
  @IsOptional()
  @IsCalendarDate()
  Date?: string;
}

/** A row that a step could not process. */
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
   * Time of the later run of the step that processed the row.
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
   * Leaves out resolved exceptions.
   * @example true
   */
  @IsOptional()
  @IsBoolean()
  Open?: boolean;

  /** Order of the rows. */
  @IsOptional()
  @IsIn(['date'])
  override SortColumn: string = 'date';
}

/** The day, and optionally the step, to run again. */
export class RerunExceptionsBody {
  /** @example 2026-11-21 */
  @IsCalendarDate()
  date!: string;

  /** The step; by default every step with open exceptions. */
  @IsOptional()
  @IsIn(DAY_STEP_ORDER)
  step?: string;
}

/** The steps that run again. */
export class RerunView {
  /** @example 2026-11-21 */
  date!: string;

  /** @example ["loan-accrual"] */
  steps!: string[];
}
