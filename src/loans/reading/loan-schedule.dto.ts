import type { InstalmentStatus } from '../contract/instalment-amounts';
import type { LoanStatus } from '../contract/loan-status';

/** Due and paid amounts, Naira. */
class ScheduleAmounts {
  /** @example 18639.9 */
  principalDue!: number;

  /** @example 5000 */
  interestDue!: number;

  /** @example 0 */
  feeDue!: number;

  /**
   * Default interest charged so far.
   * @example 0
   */
  defaultDue!: number;

  /** @example 0 */
  penaltyDue!: number;

  /** @example 23639.9 */
  totalDue!: number;

  /** @example 0 */
  principalPaid!: number;

  /** @example 0 */
  interestPaid!: number;

  /** @example 0 */
  feePaid!: number;

  /** @example 0 */
  defaultPaid!: number;

  /** @example 0 */
  penaltyPaid!: number;

  /** @example 0 */
  totalPaid!: number;
}

/** One instalment. */
export class ScheduleRowView extends ScheduleAmounts {
  /**
   * Id of the instalment, used in repayments of group loans; null before disbursement.
   * @example 20611
   */
  id!: number | null;

  /** @example 1 */
  instalmentNumber!: number;

  /** @example 2026-12-21 */
  dueDate!: string;

  /** @example 250000 */
  openingBalance!: number;

  /** @example 231360.1 */
  closingBalance!: number;

  /**
   * `Pending`, `Due`, `Overdue`, `PartiallyPaid` or `Paid`.
   * @example Pending
   */
  status!: InstalmentStatus;
}

/** Sums over all instalments. */
export class ScheduleTotalsView extends ScheduleAmounts {
  /** @example 283678.8 */
  totalOutstanding!: number;
}

/** The repayment schedule of a loan. */
export class LoanScheduleView {
  /** @example 20500 */
  id!: number;

  /** @example 0000010302 */
  loanAccountNumber!: string;

  /** @example Active */
  loanStatus!: LoanStatus;

  /**
   * True before disbursement; the schedule then counts from the actual disbursement.
   * @example false
   */
  isPlanned!: boolean;

  /**
   * Interest taken at disbursement, Naira.
   * @example 0
   */
  upfrontInterest!: number;

  /**
   * The amount that settles the loan on `payoffDate`, with interest earned until then, if nothing is paid before; null
   * before disbursement.
   * @example 251750.25
   */
  payoffAmount!: number | null;

  /**
   * The `PayoffDate` of the query, or the business date.
   * @example 2026-11-21
   */
  payoffDate!: string;

  data!: ScheduleRowView[];

  /** @example 12 */
  recordCount!: number;

  totals!: ScheduleTotalsView;
}
