import type { ExtraRow } from '../../common/database/insert-rows';
import type { AccountStatusChange } from './account-status-change.entity';

const REASON_MAX_LENGTH = 500;

/** The history row of a status change, to be inserted in the transaction of the change. */
export function statusChangeRow({
  institutionId,
  id,
  accountId,
  accountNumber,
  fromStatus,
  toStatus,
  reason,
  actor,
  checker,
  at,
}: AccountStatusChange): ExtraRow {
  const values = {
    institution_id: institutionId,
    id,
    account_id: accountId,
    account_number: accountNumber,
    from_status: fromStatus,
    to_status: toStatus,
    reason: reason?.slice(0, REASON_MAX_LENGTH).toWellFormed() ?? null,
    actor,
    checker,
    at: at.toISOString(),
  };
  return { table: 'account_status_change', values };
}
