import { COUNTED_MAX, workCountStatement } from '../work-counts';
import type { ReadinessItemView, ReadinessLink } from './readiness.dto';

const counting = (rows: string): string =>
  `SELECT count(*)::int AS count FROM (SELECT 1 FROM ${rows} LIMIT ${COUNTED_MAX}) counted`;

const ACTIVE_TILLS = `till t JOIN ledger_account a ON a.institution_id = t.institution_id AND a.id = t.id
  WHERE t.institution_id = $1 AND t.status = 'Active'`;
const CASH = 'a.debits_posted_kobo - a.credits_posted_kobo';

interface CountedItem {
  title: string;
  link: ReadinessLink;
  /**
   * Counts at most 1,000 rows; $1 is the institution, $2 the operations of approvals that are counted elsewhere or that
   * the reader does not see.
   */
  statement: string;
}

/** What warns, in the order in which it is shown. Each statement reads a bounded number of rows of an index. */
const COUNTED_ITEMS: Readonly<Record<string, CountedItem>> = {
  'open-exceptions': {
    title: 'Rows that steps of earlier days could not process',
    link: 'end-of-day-exceptions',
    statement: workCountStatement('openExceptions'),
  },
  'payments-unresolved': {
    title: 'Payments that failed, wait for confirmation or are disputed',
    link: 'payments-attention',
    statement: counting(`payout WHERE institution_id = $1 AND (status IN ('Failed', 'ConfirmManually') OR disputed)`),
  },
  'payments-unanswered': {
    title: 'Payments that a provider has not answered',
    link: 'payments',
    statement: counting(`payout WHERE institution_id = $1 AND kind IN ('outward-transfer', 'bill-vend')
      AND status IN ('Processing', 'PendingTSQ')`),
  },
  'inward-in-suspense': {
    title: 'Inward transfers in suspense',
    link: 'inward-transfers',
    statement: workCountStatement('inwardInSuspense'),
  },
  'settlement-unmatched': {
    title: 'Lines of settlement reports that differ or have no transfer',
    link: 'settlement',
    statement: workCountStatement('settlementUnmatched'),
  },
  'open-holds': {
    title: 'AML holds that nobody has decided',
    link: 'aml-holds',
    statement: workCountStatement('openHolds'),
  },
  'pending-approvals': {
    title: 'Approvals that wait for a decision',
    link: 'approvals',
    statement: counting(`approval WHERE institution_id = $1 AND status = 'Pending' AND operation <> ALL($2::text[])`),
  },
  'posting-groups-waiting': {
    title: 'Posting groups that wait for AML or approval',
    link: 'posting-groups',
    statement: counting(`posting WHERE institution_id = $1 AND kind = 'posting-group' AND status <> 'Posted'
      AND status IN ('Held', 'PendingApproval')`),
  },
  'bulk-transfers-waiting': {
    title: 'Files of transfers that wait for AML or approval',
    link: 'bulk-transfers',
    statement: counting(`posting WHERE institution_id = $1 AND kind = 'bulk-transfer' AND status <> 'Posted'
      AND status IN ('Held', 'PendingApproval')`),
  },
  'loans-waiting': {
    title: 'Loans that wait for approval',
    link: 'loans',
    statement: workCountStatement('loansWaiting'),
  },
  'tills-not-counted': {
    title: 'Tills with cash that has not been counted on this business date',
    link: 'tills',
    statement: counting(`${ACTIVE_TILLS} AND ${CASH} <> 0
      AND NOT EXISTS (SELECT 1 FROM till_count c JOIN institution i ON i.institution_id = c.institution_id
           WHERE c.institution_id = $1 AND c.till_id = t.id AND c.business_date = i.business_date
             AND c.status IN ('Balanced', 'Posted'))`),
  },
  'tills-over-limit': {
    title: 'Tills with more cash than their limit',
    link: 'tills',
    statement: counting(`${ACTIVE_TILLS} AND ${CASH} > t.cash_limit_kobo`),
  },
  'dead-letters': {
    title: 'Work that failed for good',
    link: 'dead-letters',
    statement: workCountStatement('deadLetters'),
  },
};

/** The counts of all items in one statement, with the values of `CountedItem`. */
export const COUNTS = `SELECT ${Object.entries(COUNTED_ITEMS)
  .map(([name, { statement }]) => `(${statement}) AS "${name}"`)
  .join(',\n  ')}`;

/** The closing that began last, as far as it decides whether another starts. */
export interface LastRunState {
  status: 'Running' | 'Stopped' | 'Completed' | null;
  /** True while a job works on it. */
  isWorkedOn: boolean;
}

/**
 * The items of a day: those that keep a run from starting, then those to look at (docs/api/end-of-day.md#readiness).
 * @param blockedBy why the business date must not end yet, as a sentence for staff
 */
export function readinessItems(
  daysDue: number,
  { status, isWorkedOn }: LastRunState,
  counts: Readonly<Record<string, number>>,
  blockedBy?: string,
): ReadinessItemView[] {
  const items: ReadinessItemView[] = [];
  const add = (name: string, level: ReadinessItemView['level'], title: string): number =>
    items.push({ name, title, level, count: 1, link: 'end-of-day' });
  if (status === 'Running' && isWorkedOn) add('running', 'blocks', 'An end of day is running');
  else if (daysDue === 0 && status !== 'Stopped' && status !== 'Running')
    add('nothing-due', 'blocks', 'Every day before today is closed');
  else if (blockedBy !== undefined && status !== 'Stopped' && status !== 'Running') add('blocked', 'blocks', blockedBy);
  if (status === 'Stopped') add('last-run-stopped', 'warns', 'The last end of day stopped; running resumes it');
  for (const [name, { title, link }] of Object.entries(COUNTED_ITEMS)) {
    const count = counts[name] ?? 0;
    if (count > 0) items.push({ name, title, level: 'warns', count, link });
  }
  return items;
}
