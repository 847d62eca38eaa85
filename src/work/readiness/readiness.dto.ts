/** Kinds of lists that show what an item counts. */
export const READINESS_LINKS = [
  'end-of-day',
  'end-of-day-exceptions',
  'payments-attention',
  'payments',
  'inward-transfers',
  'settlement',
  'aml-holds',
  'approvals',
  'posting-groups',
  'bulk-transfers',
  'loans',
  'tills',
  'dead-letters',
] as const;
export type ReadinessLink = (typeof READINESS_LINKS)[number];

/** Something to look at before an end of day. */
export class ReadinessItemView {
  /** @example open-holds */
  name!: string;
  /** @example "AML holds that nobody has decided" */
  title!: string;
  /** `blocks`: a run does not start. `warns`: it starts and leaves this open. @example warns */
  level!: 'blocks' | 'warns';
  /** Up to 1,000. @example 3 */
  count!: number;
  /** The kind of list that shows them. @example aml-holds */
  link!: ReadinessLink;
}

/** Whether an end of day can run, and what is open. */
export class ReadinessView {
  /** @example 2026-11-21 */
  businessDate!: string;
  /** Today in the institution's zone. @example 2026-11-22 */
  calendarDate!: string;
  /** @example 1 */
  daysDue!: number;
  /** True when no item blocks. @example true */
  canRun!: boolean;
  /** Those that block first; items without anything are left out. */
  items!: ReadinessItemView[];
}
