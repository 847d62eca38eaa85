import { approvalRows } from '../approvals/approval-rows';
import { type ExtraRow, extraRow } from '../common/database/insert-rows';
import { eventRows } from '../common/outbox/outbox-event';
import { MovementHeld } from './aml.events';
import { AmlHold } from './aml-hold.entity';
import { SuspiciousTransaction } from './suspicious-transaction.entity';

/** The approval operation of every hold, and its title for staff (docs/api/aml-holds.md#release). */
export const RELEASE_OPERATION = 'release-aml-hold';
export const RELEASE_TITLE = 'Release AML Hold';

/** A new hold, before its decision. */
export type NewHold = Omit<
  AmlHold,
  'decidedBy' | 'decidedAt' | 'note' | 'usedAt' | 'executedRequestReference' | 'endedBy' | 'endedAt' | 'endNote'
>;

interface HoldIds {
  suspiciousTransactionId: number;
  eventId: number;
}

/** The rows of a new hold: the hold, its suspicious transaction, its approval and its event. */
export function holdRows(hold: NewHold, { suspiciousTransactionId, eventId }: HoldIds): ExtraRow[] {
  const { institutionId, id, approvalId, reference, actor, createdAt, postingId, amountKobo, reason } = hold;
  const { ruleId, ruleName, direction, accountNumber, windowKobo, thresholdKobo } = hold;
  return [
    extraRow(AmlHold, hold),
    extraRow(SuspiciousTransaction, {
      institutionId,
      id: suspiciousTransactionId,
      holdId: id,
      approvalId,
      reference,
      actor,
      ruleId,
      ruleName,
      direction,
      accountNumber,
      amountKobo,
      windowKobo,
      thresholdKobo,
      reason,
      createdAt,
    }),
    ...approvalRows({
      institutionId,
      id: approvalId,
      operation: RELEASE_OPERATION,
      title: RELEASE_TITLE,
      maker: actor,
      amountKobo,
      summary: reason,
      postingId,
      createdAt,
    }),
    ...eventRows(eventId, new MovementHeld(institutionId, id)),
  ];
}
