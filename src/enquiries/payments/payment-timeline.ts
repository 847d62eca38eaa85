import type { AmlHold } from '../../aml/aml-hold.entity';
import type { Approval } from '../../approvals/approval.entity';
import type { ApprovalDecision } from '../../approvals/approval-decision.entity';
import { type Posting, postingReferenceNumber } from '../../ledger/engine/posting.entity';
import type { Payout } from '../../payouts/payout.entity';
import type { PayoutAttempt } from '../../payouts/payout-attempt.entity';

/** The kinds of events in the life of a payment, as staff read them (docs/api/enquiries.md#timeline). */
export const PAYMENT_EVENTS = [
  'created',
  'held',
  'released',
  'hold-declined',
  'release-withdrawn',
  'release-expired',
  'approval-asked',
  'approved',
  'declined',
  'canceled',
  'posted',
  'failed',
  'sent',
  'queried',
  'confirmation-asked',
  'confirmed',
  'confirmation-declined',
  'reversed',
  'debited-again',
] as const;
export type PaymentEventKind = (typeof PAYMENT_EVENTS)[number];

/** One event in the life of a payment. */
export interface PaymentEvent {
  at: Date;
  event: PaymentEventKind;
  /** Who caused it, such as `api-client:ID` or `staff:ID`; null where the program acted by itself. */
  actor: string | null;
  /** Its result, such as the meaning of a provider's answer. */
  outcome: string | null;
  message: string | null;
  responseCode: string | null;
  postingReferenceNumber: string | null;
  approvalId: number | null;
  /** When the provider answered a call; null where there was none, or no answer. */
  answeredAt: Date | null;
}

/** An approval with the decisions taken on it, oldest first. */
export interface DecidedApproval {
  approval: Approval;
  decisions: ApprovalDecision[];
}

/** A hold as staff see it: without the right for holds they see no reason. */
type ShownHold = Omit<AmlHold, 'reason'> & { reason: string | null };

/** The stored facts of a payment. */
export interface PaymentFacts {
  posting: Posting;
  hold: ShownHold | null;
  /** Approvals of the movement, without the release of its hold. */
  approvals: DecidedApproval[];
  payout: Payout | null;
  /** VAT and stamp duty that were charged; 0 while no money has moved. */
  taxesKobo: bigint;
  attempts: PayoutAttempt[];
  /** Approvals of confirmations by staff. */
  confirmations: DecidedApproval[];
  /** Reversals and repeated debits of the payment, oldest first. */
  corrections: Posting[];
}

const event = (
  at: Date,
  kind: PaymentEventKind,
  facts: Partial<Omit<PaymentEvent, 'at' | 'event'>> = {},
): PaymentEvent => ({
  at,
  event: kind,
  actor: null,
  outcome: null,
  message: null,
  responseCode: null,
  postingReferenceNumber: null,
  approvalId: null,
  answeredAt: null,
  ...facts,
});

/**
 * The events of a payment, oldest first. Events of the same instant stay in the order in which a payment meets them.
 */
export function paymentTimeline(facts: PaymentFacts): PaymentEvent[] {
  const { posting } = facts;
  const later = [
    ...holdEvents(facts.hold),
    ...facts.approvals.flatMap((approval) => approvalEvents(approval, MOVEMENT_WORDS)),
    ...postingEvents(facts),
    ...facts.attempts.map(attemptEvent),
    ...facts.confirmations.flatMap((approval) => approvalEvents(approval, CONFIRMATION_WORDS)),
    ...facts.corrections.map(correctionEvent),
  ];
  // The rows of one transaction have times of several clocks, which differ by milliseconds.
  return [
    event(posting.createdAt, 'created', { actor: posting.maker }),
    ...later.sort((a, b) => a.at.getTime() - b.at.getTime()),
  ];
}

function holdEvents(hold: ShownHold | null): PaymentEvent[] {
  if (hold === null) return [];
  const { approvalId, createdAt, reason, status, decidedAt, decidedBy, note, endedAt, endedBy, endNote } = hold;
  const events = [event(createdAt, 'held', { message: reason, approvalId })];
  if (decidedAt !== null) {
    const kind = status === 'Declined' ? 'hold-declined' : 'released';
    events.push(event(decidedAt, kind, { actor: decidedBy, message: note, approvalId }));
  }
  if (endedAt !== null) {
    const kind = status === 'Expired' ? 'release-expired' : 'release-withdrawn';
    events.push(event(endedAt, kind, { actor: endedBy, message: endNote, approvalId }));
  }
  return events;
}

interface ApprovalWords {
  asked: PaymentEventKind;
  Approved: PaymentEventKind;
  Declined: PaymentEventKind;
}

const MOVEMENT_WORDS: ApprovalWords = { asked: 'approval-asked', Approved: 'approved', Declined: 'declined' };
const CONFIRMATION_WORDS: ApprovalWords = {
  asked: 'confirmation-asked',
  Approved: 'confirmed',
  Declined: 'confirmation-declined',
};

/** The request for approval and every decision on it: where two must approve, both are events. */
function approvalEvents({ approval, decisions }: DecidedApproval, words: ApprovalWords): PaymentEvent[] {
  const { id: approvalId, maker, createdAt, summary, status, decidedAt, decidedBy, requiredCheckers } = approval;
  const asked = event(createdAt, words.asked, { actor: maker, message: summary, approvalId });
  const decided = decisions.map(({ staffId, verdict, note, decidedAt: at }, index) =>
    event(at, words[verdict], {
      actor: `staff:${staffId}`,
      outcome: verdict === 'Approved' && requiredCheckers > 1 ? `${index + 1} of ${requiredCheckers}` : null,
      message: note,
      approvalId,
    }),
  );
  const canceled =
    status === 'Canceled' && decidedAt !== null ? [event(decidedAt, 'canceled', { actor: decidedBy, approvalId })] : [];
  return [asked, ...decided, ...canceled];
}

function postingEvents({ posting, approvals, hold }: PaymentFacts): PaymentEvent[] {
  const { id, status, postedAt, failureCode, failureMessage } = posting;
  if (postedAt !== null) return [event(postedAt, 'posted', { postingReferenceNumber: postingReferenceNumber(id) })];
  if (status !== 'Failed') return [];
  // A refused execution has no time of its own: it happened when the approval ran or the release was used.
  const ranAt = approvals.map(({ approval }) => approval.ranAt ?? approval.decidedAt).findLast((at) => at !== null);
  const failedAt = ranAt ?? hold?.usedAt ?? hold?.decidedAt ?? posting.createdAt;
  return [event(failedAt, 'failed', { outcome: failureCode, message: failureMessage })];
}

function attemptEvent(attempt: PayoutAttempt): PaymentEvent {
  const { task, trigger, beganAt, answeredAt, verdict, responseCode, responseMessage, statusAfter } = attempt;
  return event(beganAt, task === 'send' ? 'sent' : 'queried', {
    actor: trigger === 'worker' ? null : trigger,
    outcome: answeredAt === null ? 'no-answer' : `${verdict} → ${statusAfter}`,
    message: responseMessage,
    responseCode,
    answeredAt,
  });
}

function correctionEvent({ id, reversesId, postedAt, createdAt, maker, checker, narration }: Posting): PaymentEvent {
  return event(postedAt ?? createdAt, reversesId === null ? 'debited-again' : 'reversed', {
    actor: checker ?? maker,
    message: narration,
    postingReferenceNumber: postingReferenceNumber(id),
  });
}
