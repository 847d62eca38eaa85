import { type ExtraRow, extraRow } from '../../common/database/insert-rows';
import { AccountStatusChange } from './account-status-change.entity';

const REASON_MAX_LENGTH = 500;

/** The history row of a status change, to be inserted in the transaction of the change. */
export function statusChangeRow({ reason, ...change }: AccountStatusChange): ExtraRow {
  return extraRow(AccountStatusChange, {
    ...change,
    reason: reason?.slice(0, REASON_MAX_LENGTH).toWellFormed() ?? null,
  });
}
