import type { ExtraRow } from '../../common/database/insert-rows';
import type { AccountDirectoryEntry } from '../../ledger/chart/account-directory-entry.entity';
import { availableBalanceKobo } from '../../ledger/engine/available-balance';
import type { LockedAccounts, Posted } from '../../ledger/engine/posting-request';
import { type Notification, notificationRows } from '../../messaging/notifications/notification-rows';

/** A notification of a transfer to the holder of one of its accounts, planned before the transfer is posted. */
export interface TransferNotice extends Pick<Notification, 'phoneNumber' | 'email'> {
  /** Id of its job, from `IdAllocator`. */
  id: number;
  event: 'transfer.debit' | 'transfer.credit';
  account: Pick<AccountDirectoryEntry, 'number' | 'ledgerAccountId'>;
}

/** What the notices of a transfer tell. */
interface NoticeFacts {
  institutionId: number;
  amountKobo: bigint;
  metadata: Notification['metadata'];
}

/** The rows of the planned notices, once the transfer is posted, with the balances that it leaves. */
export function noticeRows(
  notices: readonly TransferNotice[],
  { institutionId, amountKobo, metadata }: NoticeFacts,
  { reference, postedAt }: Posted,
  accounts: LockedAccounts,
): ExtraRow[] {
  return notices.flatMap(({ id, event, account, phoneNumber, email }) =>
    notificationRows(id, {
      institutionId,
      event,
      phoneNumber: phoneNumber ?? null,
      email: email ?? null,
      accountNumber: account.number,
      amountKobo,
      balanceKobo: availableBalanceKobo(accounts.get(account.ledgerAccountId)!),
      reference,
      at: postedAt,
      metadata,
    }),
  );
}
