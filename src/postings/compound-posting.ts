import { commonErrors } from '../common/errors/common.errors';
import { nairaToKobo } from '../common/money/naira';
import type { AccountDirectoryEntry } from '../ledger/chart/account-directory-entry.entity';
import type { LockedAccounts, PostingLeg } from '../ledger/engine/posting-request';
import { ledgerErrors } from '../ledger/ledger.errors';
import { principalLeg } from './movement-leg';
import type { PostEntryBody } from './postings.dto';

/** The sum of a posting's debits obeys the same bound as any amount: 10^12 Naira. */
const TOTAL_LIMIT_KOBO = 10n ** 14n;

/** What the legs of a compound posting come to. */
export interface CompoundPosting {
  legs: PostingLeg[];
  /** Sum of the debits. */
  amountKobo: bigint;
}

/**
 * Builds the legs of a compound posting. Whether they balance is the posting engine's to say.
 * @param accounts what the account of each entry leads to, in the order of the entries.
 * @throws VIRTUAL_ACCOUNT_NOT_ALLOWED for a virtual number in a debit leg, SAME_ACCOUNT when an account (or a settlement
 *   account and its own virtual account) stands on both sides (422), VALIDATION_FAILED for a total out of range (400)
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
      throw ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED(`${field} is a virtual account, which cannot be debited.`, {
        field,
      });
    if ((sides.get(account.ledgerAccountId) ?? side) !== side) {
      throw ledgerErrors.SAME_ACCOUNT(
        `${field} stands on both sides of the posting, itself or through its virtual account.`,
        { field },
      );
    }
    sides.set(account.ledgerAccountId, side);
    const legKobo = nairaToKobo(amount)!;
    if (side === 'debit') amountKobo += legKobo;
    return principalLeg(account, side, legKobo, narration ?? undefined);
  });
  if (amountKobo >= TOTAL_LIMIT_KOBO) {
    throw commonErrors.VALIDATION_FAILED('The debits together must be below 1,000,000,000,000 Naira.', {
      errors: [{ field: 'entries', message: 'must have debits below 1,000,000,000,000 Naira together' }],
    });
  }
  return { legs, amountKobo };
}

/** An entry as a posting group keeps it, so that it can be shown while the group waits and has no ledger entries. */
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
