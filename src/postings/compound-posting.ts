import { commonErrors } from '../common/errors/common.errors';
import { nairaToKobo } from '../common/money/naira';
import type { AccountDirectoryEntry } from '../ledger/chart/account-directory-entry.entity';
import type { LockedAccounts, PostingLeg } from '../ledger/engine/posting-request';
import { ledgerErrors } from '../ledger/ledger.errors';
import { principalLeg } from './movement-leg';
import type { PostEntryBody } from './postings.dto';

/** The sum of a posting's debits has the same limit as any amount: below 10^12 Naira. */
const TOTAL_LIMIT_KOBO = 10n ** 14n;

/** The legs of a compound posting and their total. */
export interface CompoundPosting {
  legs: PostingLeg[];
  /** Sum of the debits. */
  amountKobo: bigint;
}

/**
 * Builds the legs of a compound posting. The posting engine checks that they balance.
 * @param accounts the account of each entry, in the order of the entries.
 * @throws VIRTUAL_ACCOUNT_NOT_ALLOWED for a virtual number in a debit leg, SAME_ACCOUNT when an account (or a
 *   settlement account and its own virtual account) stands on both sides (422), VALIDATION_FAILED for a total out of
 *   range (400)
 */
export function buildCompoundPosting(
  entries: readonly PostEntryBody[],
  accounts: readonly AccountDirectoryEntry[],
): CompoundPosting {
  const sides = new Map<number, 'debit' | 'credit'>();
  let amountKobo = 0n;
  const legs = entries.map(({ side: wanted, amount, narration }, index) => {
    const account = accounts[index]!;
    const side = wanted === 'Debit' ? 'debit' : 'credit';
    const field = `entries[${index}].account`;
    if (side === 'debit' && account.kind === 'virtual')
      throw ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED(
        `${field} is a virtual account and cannot be debited; name its settlement account.`,
        {
          field,
        },
      );
    if ((sides.get(account.ledgerAccountId) ?? side) !== side) {
      throw ledgerErrors.SAME_ACCOUNT(
        `${field} is on both sides of the posting, itself or through its virtual account; post one side only.`,
        { field },
      );
    }
    sides.set(account.ledgerAccountId, side);
    const legKobo = nairaToKobo(amount)!;
    if (side === 'debit') amountKobo += legKobo;
    return principalLeg(account, side, legKobo, narration ?? undefined);
  });
  if (amountKobo >= TOTAL_LIMIT_KOBO) {
    throw commonErrors.VALIDATION_FAILED('The sum of the debits must be below 1,000,000,000,000 Naira.', {
      errors: [{ field: 'entries', message: 'must have a sum of debits below 1,000,000,000,000 Naira' }],
    });
  }
  return { legs, amountKobo };
}

/** An entry that a posting group keeps in its metadata, because a waiting group has no ledger entries to show. */
export interface KeptEntry {
  account: string;
  accountName: string;
  side: 'Debit' | 'Credit';
  amount: number;
  narration: string;
}

/** The entries with the names of their accounts. */
export function keptEntries(
  entries: readonly PostEntryBody[],
  accounts: readonly AccountDirectoryEntry[],
  narration: string,
  locked: LockedAccounts,
): KeptEntry[] {
  return entries.map((entry, index) => ({
    account: entry.account,
    accountName: accounts[index]!.virtualName ?? locked.get(accounts[index]!.ledgerAccountId)?.name ?? '',
    side: entry.side,
    amount: entry.amount,
    narration: entry.narration ?? narration,
  }));
}
