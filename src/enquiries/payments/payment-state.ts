import { nextStepAt, type PayoutTimings } from '../../payouts/decide-payout';
import type { Payout } from '../../payouts/payout.entity';
import type { PaymentFacts } from './payment-timeline';

/** Whom or what a payment can wait for. */
export const WAITING_FOR = [
  'aml-decision',
  'client-retry',
  'approval',
  'provider',
  'return-of-money',
  'staff-evidence',
  'confirmation-approval',
] as const;
export type WaitingFor = (typeof WAITING_FOR)[number];

/** Steps that the program takes by itself. */
export const NEXT_STEPS = ['send', 'query', 'reverse'] as const;
export type NextStepKind = (typeof NEXT_STEPS)[number];

/** Whom or what the payment waits for now; null when it has ended. */
export function waitingFor({ posting, hold, payout, confirmations }: PaymentFacts): WaitingFor | null {
  if (posting.status === 'Held') {
    if (hold?.status === 'Held') return 'aml-decision';
    return hold?.status === 'Approved' && hold.resumesBy === 'client' ? 'client-retry' : null;
  }
  if (posting.status === 'PendingApproval') return 'approval';
  if (payout === null) return null;
  if (confirmations.some(({ approval }) => approval.status === 'Pending')) return 'confirmation-approval';
  if (payout.disputed) return 'staff-evidence';
  switch (payout.status) {
    case 'Pending':
    case 'Processing':
    case 'PendingTSQ':
      return 'provider';
    case 'Failed':
      return payout.requireReversal ? 'return-of-money' : 'staff-evidence';
    case 'ConfirmManually':
      return 'staff-evidence';
    case 'Processed':
    case 'Reversed':
      return null;
  }
}

/** The next automatic step of a payout with its time; null when none is due. */
export function nextStep(
  payout: Payout | null,
  now: Date,
  timings: PayoutTimings,
): { step: NextStepKind; at: Date } | null {
  if (payout === null) return null;
  const at = nextStepAt(payout, now, timings);
  if (at === undefined) return null;
  if (payout.status === 'Pending') return { step: 'send', at };
  return { step: payout.status === 'Failed' ? 'reverse' : 'query', at };
}
