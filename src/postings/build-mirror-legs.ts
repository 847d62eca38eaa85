import type { AccountStatus } from '../ledger/engine/account-status';
import type { LedgerAccountKind } from '../ledger/engine/ledger-account.entity';
import type { PostingEntry } from '../ledger/engine/posting-entry.entity';
import type { PostingLeg } from '../ledger/engine/posting-request';

/** An entry to undo, with the present kind and status of its account. */
export interface OriginalEntry extends Pick<PostingEntry, 'accountId' | 'side' | 'amountKobo' | 'postedAt'> {
  /** The branch whose books the entry changed; null when the entry names none. */
  branchId?: number | null;
  accountKind: LedgerAccountKind;
  accountStatus: AccountStatus;
  /** True when the entry counted in AML windows and limits. */
  counted: boolean;
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
    // The branch whose books the entry changed gets it back, also when the account has moved to another since.
    const branch = entry.branchId ? { branchId: entry.branchId } : {};
    const leg = { side, amountKobo: entry.amountKobo, role: 'reversal', ...branch } as const;
    if (isUnclaimed(entry)) {
      if (unclaimedFundsAccountId === undefined) throw new Error('A closed account needs a ledger of unclaimed funds.');
      return { ...leg, accountId: unclaimedFundsAccountId };
    }
    // Windows and limits must leave out both what counted and its reversal.
    const isWindowed = entry.accountKind === 'customer' && entry.counted;
    return { ...leg, accountId: entry.accountId, ...(isWindowed ? { reversesPostedAt: entry.postedAt } : {}) };
  });
}
