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
  | 'decidedBy'
  | 'decidedAt'
  | 'note'
  | 'decisionReason'
  | 'usedAt'
  | 'executedRequestReference'
  | 'endedBy'
  | 'endedAt'
  | 'endNote'
>;

interface HoldIds {
  suspiciousTransactionId: number;
  eventId: number;
}

/** Facts of a suspicious transaction's record; `id` is that of its hold, null without one. */
type Finding = Omit<SuspiciousTransaction, 'id' | 'holdId'> & { id: number | null };

/** The lasting record of a movement that met a rule. */
export function suspiciousTransactionRow(id: number, finding: Finding): ExtraRow {
  const { institutionId, id: holdId, approvalId, reference, actor, ruleId, ruleName, direction } = finding;
  const { accountNumber, amountKobo, windowKobo, thresholdKobo, reason, createdAt } = finding;
  return extraRow(SuspiciousTransaction, {
    institutionId,
    id,
    holdId,
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
  });
}

/**
 * The rows of a new hold: the hold, its suspicious transaction, its approval and its event. A repeat is decided with
 * the hold that it repeats, so it has neither an approval nor an event of its own.
 */
export function holdRows(hold: NewHold, { suspiciousTransactionId, eventId }: HoldIds): ExtraRow[] {
  const { institutionId, id, approvalId, actor, createdAt, postingId, amountKobo, reason } = hold;
  const records = [extraRow(AmlHold, hold), suspiciousTransactionRow(suspiciousTransactionId, hold)];
  if (hold.repeatOfId !== null) return records;
  return [
    ...records,
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
