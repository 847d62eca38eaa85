import type { AccountStatus } from '../ledger/engine/account-status';
import type { LedgerAccountKind } from '../ledger/engine/ledger-account.entity';
import type { PostingEntry } from '../ledger/engine/posting-entry.entity';
import type { PostingLeg } from '../ledger/engine/posting-request';

/** An entry to undo, with the present kind and status of its account. */
export interface OriginalEntry extends Pick<PostingEntry, 'accountId' | 'side' | 'role' | 'amountKobo' | 'postedAt'> {
  accountKind: LedgerAccountKind;
  accountStatus: AccountStatus;
}

/** True when the account that gets money back is closed, so that the money goes to unclaimed funds. */
export function isUnclaimed({ side, accountStatus }: Pick<OriginalEntry, 'side' | 'accountStatus'>): boolean {
  return side === 'debit' && accountStatus === 'Closed';
}

/**
 * The legs that undo a whole posting: every entry on the other side, charges included.
 * @param unclaimedFundsAccountId ledger that takes the money of closed accounts; needed only when `isUnclaimed` is true
 *   of an entry.
 */
export function buildMirrorLegs(entries: readonly OriginalEntry[], unclaimedFundsAccountId?: number): PostingLeg[] {
  return entries.map((entry): PostingLeg => {
    const side = entry.side === 'debit' ? 'credit' : 'debit';
    const leg = { side, amountKobo: entry.amountKobo, role: 'reversal' } as const;
    if (isUnclaimed(entry)) {
      if (unclaimedFundsAccountId === undefined) throw new Error('A closed account needs a ledger of unclaimed funds.');
      return { ...leg, accountId: unclaimedFundsAccountId };
    }
    // Only customer principal counts towards AML windows, so only its reversal has to be left out of them.
    const isScreened = entry.accountKind === 'customer' && entry.role === 'principal';
    return { ...leg, accountId: entry.accountId, ...(isScreened ? { reversesPostedAt: entry.postedAt } : {}) };
  });
}
