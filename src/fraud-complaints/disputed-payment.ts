import { DepositAccount } from '../accounts/deposit-account.entity';
import type { Tx } from '../common/database/unit-of-work';
import { Posting, postingIdFrom } from '../ledger/engine/posting.entity';
import { PostingEntry } from '../ledger/engine/posting-entry.entity';
import { ledgerErrors } from '../ledger/ledger.errors';

/** The customers' accounts on both sides of a payment. */
interface Sides {
  victim: DepositAccount | null;
  receiver: DepositAccount | null;
}

/** @throws POSTING_NOT_FOUND (404) */
export async function postedOf(tx: Tx, institutionId: number, number: string): Promise<Posting> {
  const id = postingIdFrom(number) ?? 0;
  const posting = await tx.findOneBy(Posting, { institutionId, id, status: 'Posted' });
  if (!posting) throw ledgerErrors.POSTING_NOT_FOUND();
  return posting;
}

/** The first customer account on each side, by the principal legs. */
export async function sidesOf(tx: Tx, { institutionId, id: postingId }: Posting): Promise<Sides> {
  const legs = await tx.find(PostingEntry, {
    where: { institutionId, postingId, role: 'principal' },
    order: { leg: 'ASC' },
  });
  const accountOf = async (side: PostingEntry['side']): Promise<DepositAccount | null> => {
    for (const leg of legs.filter((one) => one.side === side)) {
      const account = await tx.findOneBy(DepositAccount, { institutionId, id: leg.accountId });
      if (account) return account;
    }
    return null;
  };
  return { victim: await accountOf('debit'), receiver: await accountOf('credit') };
}
