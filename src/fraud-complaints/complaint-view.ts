import { koboToNaira } from '../common/money/naira';
import { postingReferenceNumber } from '../ledger/engine/posting.entity';
import { isMissed } from './complaint-timers';
import type { FraudComplaint } from './fraud-complaint.entity';
import type { ComplaintView } from './fraud-complaints.dto';

/** SQL of `isMissed` on a row `complaint` of the table. */
export const OVERDUE = `(complaint.concluded_at IS NULL
      AND (complaint.acknowledged_at IS NULL AND complaint.acknowledge_due_at < :now
        OR complaint.notified_at IS NULL AND coalesce(complaint.notify_due_at < :now, false)
        OR complaint.conclude_due_at < :now)
  OR complaint.refunded_at IS NULL AND coalesce(complaint.refund_due_at < :now, false))`;

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

export function complaintView(complaint: FraudComplaint, now: Date): ComplaintView {
  const { id, postingId, disputedKobo, description, status, isLate, receivingAccountId, receivedAt } = complaint;
  const { acknowledgeDueAt, acknowledgedAt, notifyDueAt, notifiedAt, recallStatus, recallAnswer } = complaint;
  const { concludeDueAt, concludedAt, rationale, refundKobo, refundDueAt, refundedAt, refundPostingId } = complaint;
  const { hasLien, hasFrozen } = complaint;
  return {
    id,
    posting: postingReferenceNumber(postingId),
    disputedAmount: koboToNaira(disputedKobo),
    description,
    status,
    isLate,
    isReceiverOwn: receivingAccountId !== null,
    receivedAt: receivedAt.toISOString(),
    acknowledgeDueAt: acknowledgeDueAt.toISOString(),
    acknowledgedAt: iso(acknowledgedAt),
    notifyDueAt: iso(notifyDueAt),
    notifiedAt: iso(notifiedAt),
    recallStatus,
    recallAnswer,
    concludeDueAt: concludeDueAt.toISOString(),
    concludedAt: iso(concludedAt),
    rationale,
    refund: refundKobo === null ? null : koboToNaira(refundKobo),
    refundDueAt: iso(refundDueAt),
    refundedAt: iso(refundedAt),
    refundPosting: refundPostingId === null ? null : postingReferenceNumber(refundPostingId),
    hasLien,
    hasFrozen,
    isOverdue: isMissed(
      [
        { dueAt: acknowledgeDueAt, metAt: acknowledgedAt ?? concludedAt },
        { dueAt: notifyDueAt, metAt: notifiedAt ?? concludedAt },
        { dueAt: concludeDueAt, metAt: concludedAt },
        { dueAt: refundDueAt, metAt: refundedAt },
      ],
      now,
    ),
  };
}
