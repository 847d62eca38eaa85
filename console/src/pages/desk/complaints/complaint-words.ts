import type { Answer } from '../../../api/client';

export type Complaint = Answer<'getFraudComplaint'>;

/** A time limit of a complaint with what it asks for. */
export interface Timer {
  key: string;
  title: string;
  dueAt: string;
  metAt: string | null;
}

/**
 * The time limits of a complaint, in their order; those that do not apply are left out. Nothing before the conclusion
 * is due any more once it is reached.
 */
export function timersOf(complaint: Complaint): Timer[] {
  const timers: { key: string; title: string; dueAt: string | null; metAt: string | null }[] = [
    {
      key: 'notify',
      title: 'Tell the receiving institution',
      dueAt: complaint.notifyDueAt,
      metAt: complaint.notifiedAt,
    },
    {
      key: 'acknowledge',
      title: 'Confirm the receipt to the customer',
      dueAt: complaint.acknowledgeDueAt,
      metAt: complaint.acknowledgedAt,
    },
    {
      key: 'conclude',
      title: 'Close the investigation',
      dueAt: complaint.concludeDueAt,
      metAt: complaint.concludedAt,
    },
    { key: 'refund', title: 'Refund the customer', dueAt: complaint.refundDueAt, metAt: complaint.refundedAt },
  ];
  const isOver = ({ key, metAt }: Pick<Timer, 'key' | 'metAt'>) =>
    complaint.concludedAt !== null && metAt === null && key !== 'refund';
  return timers.filter((timer): timer is Timer => timer.dueAt !== null && !isOver(timer));
}

/** The state of a time limit at an instant. */
export function timerState(
  { dueAt, metAt }: Pick<Timer, 'dueAt' | 'metAt'>,
  now: number,
): 'Met' | 'Late' | 'Overdue' | 'Running' {
  if (metAt !== null) return metAt <= dueAt ? 'Met' : 'Late';
  return Date.parse(dueAt) < now ? 'Overdue' : 'Running';
}

/** The next time limit that is not met; undefined where nothing is left to do. */
export function nextTimer(complaint: Complaint): Timer | undefined {
  const [next] = timersOf(complaint)
    .filter(({ metAt }) => metAt === null)
    .sort((a, b) => a.dueAt.localeCompare(b.dueAt));
  return next;
}
