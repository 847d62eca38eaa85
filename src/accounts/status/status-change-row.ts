import { type ExtraRow, extraRow } from '../../common/database/insert-rows';
import { AccountStatusChange } from './account-status-change.entity';

const REASON_MAX_LENGTH = 500;

/** A change with what only freezes and their ends have. */
type NewStatusChange = Omit<AccountStatusChange, 'endsId' | 'orderedBy'> &
  Partial<Pick<AccountStatusChange, 'endsId' | 'orderedBy'>>;

/** The history row of a status change, to be inserted in the transaction of the change. */
export function statusChangeRow({ reason, endsId, orderedBy, ...change }: NewStatusChange): ExtraRow {
  return extraRow(AccountStatusChange, {
    ...change,
    endsId: endsId ?? null,
    orderedBy: orderedBy ?? null,
    reason: reason?.slice(0, REASON_MAX_LENGTH).toWellFormed() ?? null,
  });
}
