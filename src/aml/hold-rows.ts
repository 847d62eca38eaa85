import { approvalRows } from '../approvals/approval-rows';
import type { ExtraRow } from '../common/database/insert-rows';
import { eventRows } from '../common/outbox/outbox-event';
import { MovementHeld } from './aml.events';
import type { AmlHold } from './aml-hold.entity';

/** The approval operation of every hold, and its title for staff (docs/api/aml-holds.md#release). */
export const RELEASE_OPERATION = 'release-aml-hold';
export const RELEASE_TITLE = 'Release AML Hold';

/** A new hold, before its decision. */
export type NewHold = Omit<AmlHold, 'decidedBy' | 'decidedAt' | 'note' | 'usedAt' | 'executedRequestReference'>;

interface HoldIds {
  suspiciousTransactionId: number;
  eventId: number;
}

/** The rows of a new hold: the hold, its suspicious transaction, its approval and its event. */
export function holdRows(hold: NewHold, { suspiciousTransactionId, eventId }: HoldIds): ExtraRow[] {
  const { institutionId, id, approvalId, reference, actor, createdAt, postingId, amountKobo, reason } = hold;
  const finding = {
    institution_id: institutionId,
    approval_id: approvalId,
    reference,
    actor,
    rule_id: hold.ruleId,
    rule_name: hold.ruleName,
    direction: hold.direction,
    account_number: hold.accountNumber,
    amount_kobo: amountKobo,
    window_kobo: hold.windowKobo,
    threshold_kobo: hold.thresholdKobo,
    reason,
    created_at: createdAt.toISOString(),
  };
  const held = {
    ...finding,
    id,
    posting_id: postingId,
    kind: hold.kind,
    endpoint: hold.endpoint,
    fingerprint: `\\x${hold.fingerprint.toString('hex')}`,
    movement: hold.movement,
    source_accounts: hold.sourceAccounts,
    destination_accounts: hold.destinationAccounts,
    nonce: hold.nonce,
    status: hold.status,
    resumes_by: hold.resumesBy,
    approved: hold.approved,
  };
  return [
    { table: 'aml_hold', values: held },
    { table: 'suspicious_transaction', values: { ...finding, id: suspiciousTransactionId, hold_id: id } },
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
