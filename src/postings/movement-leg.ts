import type { AccountDirectoryEntry } from '../ledger/chart/account-directory-entry.entity';
import type { Side } from '../ledger/engine/ledger-account.entity';
import type { PostingLeg } from '../ledger/engine/posting-request';
import { ledgerErrors } from '../ledger/ledger.errors';

type Party = Pick<AccountDirectoryEntry, 'number' | 'kind' | 'accountId' | 'ledgerAccountId' | 'closed'>;

/** @throws ACCOUNT_CLOSED (409) for a closed virtual account */
export function assertNotClosed({ number, closed }: Pick<Party, 'number' | 'closed'>): void {
  if (closed) throw ledgerErrors.ACCOUNT_CLOSED(`The virtual account ${number} is closed and takes no credits.`);
}

/**
 * A principal leg on a named account. A virtual number is posted on its settlement account and kept on the entry.
 * @throws ACCOUNT_CLOSED (409) for a closed virtual account
 */
export function principalLeg(account: Party, side: Side, amountKobo: bigint, narration?: string): PostingLeg {
  assertNotClosed(account);
  return {
    accountId: account.ledgerAccountId,
    side,
    amountKobo,
    role: 'principal',
    ...(narration === undefined ? {} : { narration }),
    ...(account.kind === 'virtual' ? { virtualAccountId: account.accountId, virtualNumber: account.number } : {}),
  };
}
