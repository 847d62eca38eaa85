/** A number of rows with their sum. `isAtLeast` is true when only the newest or first rows were read. */
export class CountedAmountView {
  /** @example 128 */
  count!: number;
  /** In Naira. @example 4250000.5 */
  amount!: number;
  /** True when there are or may be more: the page reads a bounded number of rows. @example false */
  isAtLeast!: boolean;
}

/** The posted movements of one kind. */
export class MovementKindView {
  /** The kind of posting, such as `transfer` or `outward-transfer`. @example transfer */
  kind!: string;
  /** @example 120 */
  count!: number;
  /** Principal without fees, in Naira. @example 4000000 */
  amount!: number;
}

/** The posted movements of the present business date, those of the system included. */
export class MovementsTodayView extends CountedAmountView {
  /** Largest number first. */
  byKind!: MovementKindView[];
}

/** Cases that wait for a decision; 1,000 stands for that many or more. */
export class OpenCasesView {
  /** @example 3 */
  open!: number;
  /** Those whose time to decide has passed. @example 1 */
  overdue!: number;
  /** Those that nobody has taken. @example 2 */
  unassigned!: number;
  /** @example 2026-11-21T09:00:00.000Z */
  oldestAt!: Date | null;
}

/** Payments of one kind in one state that are neither processed nor given back. */
export class OpenPayoutsView {
  /** `outward-transfer` or `bill-vend`. @example outward-transfer */
  kind!: string;
  /** @example PendingTSQ */
  status!: string;
  /** Up to 1,000. @example 2 */
  count!: number;
  /** @example 2026-11-21T09:00:00.000Z */
  oldestAt!: Date | null;
}

/** Work that failed ten times. */
export class DeadLettersView {
  /** Up to 1,000. @example 0 */
  count!: number;
  /** When the first of them failed for good. @example null */
  oldestAt!: Date | null;
}

/** Events that have not reached their webhook endpoints. */
export class WebhookBacklogView {
  /** Deliveries that wait, up to 1,000. @example 0 */
  waiting!: number;
  /** Of the deliveries that were counted. @example null */
  oldestAt!: Date | null;
  /** Events that the endpoint farthest behind has still to be given. @example 0 */
  eventsBehind!: number;
  /** Endpoints that staff or failures have paused. @example 0 */
  pausedEndpoints!: number;
}

/** The end of day that began last. */
export class LastEndOfDayView {
  /** The business date that it closes. @example 2026-11-20 */
  date!: string;
  /** `Running`, `Stopped` or `Completed`. @example Completed */
  status!: string;
  /** @example 2026-11-20T23:00:00.000Z */
  startedAt!: Date;
  /** @example 2026-11-20T23:04:00.000Z */
  finishedAt!: Date | null;
  /** The step that runs, or at which the closing stopped. @example null */
  step!: string | null;
  /** Why it stopped, or why it is tried again. @example null */
  problem!: string | null;
}

/** How far the books are. */
export class DayFiguresView {
  /** @example 2026-11-21 */
  businessDate!: string;
  /** Today in the institution's zone. @example 2026-11-21 */
  calendarDate!: string;
  /** Days that have ended and are not closed. @example 0 */
  daysDue!: number;
  lastRun!: LastEndOfDayView | null;
  /** Rows that steps could not process, of all days, up to 1,000. @example 0 */
  openExceptions!: number;
}

/** Loans as of the last closed day. */
export class PortfolioFiguresView {
  /** The closed day of the figures. @example 2026-11-20 */
  asOf!: string;
  /** Loans with outstanding principal. @example 120 */
  loans!: number;
  /** Principal in Naira. @example 25000000 */
  outstanding!: number;
  /** Principal of loans overdue for more than 30 days. @example 1000000 */
  atRisk30!: number;
  /** Percent of the outstanding principal. @example 4 */
  ratio30!: number;
  /** Principal of loans overdue for more than 90 days. @example 250000 */
  atRisk90!: number;
  /** Percent of the outstanding principal. @example 1 */
  ratio90!: number;
}

/** Loans. */
export class LoanFiguresView {
  /** Null until the first day with these figures has closed. */
  portfolio!: PortfolioFiguresView | null;
  /** What is still unpaid of the instalments of the business date. */
  dueToday!: CountedAmountView;
}

/** Screening against money laundering. */
export class ScreeningFiguresView {
  /** @example true */
  enabled!: boolean;
  /** @example 4 */
  activeRules!: number;
}

/**
 * The figures of the home page. Each part is null for who may not see its list.
 */
export class DashboardView {
  /** @example 2026-11-21 */
  businessDate!: string;
  movementsToday!: MovementsTodayView | null;
  holds!: OpenCasesView | null;
  approvals!: OpenCasesView | null;
  /** Without the kinds that the caller may not see; null for who may see none. */
  payouts!: OpenPayoutsView[] | null;
  deadLetters!: DeadLettersView | null;
  webhooks!: WebhookBacklogView | null;
  endOfDay!: DayFiguresView | null;
  loans!: LoanFiguresView | null;
  /** Principal of fixed deposits that mature on the business date or within the 7 days after it. */
  depositsMaturing!: CountedAmountView | null;
  screening!: ScreeningFiguresView | null;
}
