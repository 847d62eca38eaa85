/** AML holds that nobody has decided. */
export class HoldWorkView {
  /** Up to 1,000. @example 3 */
  open!: number;
  /** @example 2026-11-21T09:00:00.000Z */
  oldestAt!: Date | null;
}

/** Approvals that wait for a decision. */
export class ApprovalWorkView {
  /** Those that the caller may decide, up to 1,000. @example 2 */
  decidable!: number;
  /** All others, such as the caller's own, up to 1,000. @example 1 */
  waitingForOthers!: number;
  /** Of those that are counted as decidable. @example 2026-11-21T09:00:00.000Z */
  oldestAt!: Date | null;
  /** In Naira, of those that are counted as decidable; null without amounts. @example 250000 */
  largestAmount!: number | null;
}

/** The end of day that began last. */
export class EndOfDayWorkView {
  /** `Running`, `Stopped` or `Completed`. @example Completed */
  status!: string;
  /** The step that runs. @example loan-accrual */
  step!: string | null;
  /** Up to 1,000, of all days. @example 0 */
  openExceptions!: number;
}

/** The requests of the caller to colleagues. */
export class OwnWorkView {
  /** Requests that wait for a decision, up to 1,000. @example 1 */
  submitted!: number;
  /** Requests of the last 30 days that were declined, up to 1,000. @example 0 */
  declined!: number;
}

/**
 * What waits for staff. Each count is null without the permission to see its list, and 1,000 stands for that many or
 * more.
 */
export class WorkView {
  /** @example 2026-11-21 */
  businessDate!: string;
  amlHolds!: HoldWorkView | null;
  approvals!: ApprovalWorkView | null;
  /** @example 1 */
  transfersUnresolved!: number | null;
  /** @example 0 */
  billsUnresolved!: number | null;
  /** @example 0 */
  inwardInSuspense!: number | null;
  /** @example 0 */
  forcedCardItems!: number | null;
  /** Loans that wait for approval. @example 4 */
  loansWaiting!: number | null;
  endOfDay!: EndOfDayWorkView | null;
  /** @example 0 */
  deadLetters!: number | null;
  /** @example 0 */
  messagesFailed!: number | null;
  /** Lines of settlement reports that differ from our transfers or have none. @example 0 */
  settlementUnmatched!: number | null;
  mine!: OwnWorkView;
}
