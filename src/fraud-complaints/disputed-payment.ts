import { In } from 'typeorm';
import { DepositAccount } from '../accounts/deposit-account.entity';
import type { Tx } from '../common/database/unit-of-work';
import { Posting, postingIdFrom } from '../ledger/engine/posting.entity';
import { PostingEntry } from '../ledger/engine/posting-entry.entity';
import { ledgerErrors } from '../ledger/ledger.errors';
import { CORRECTION_KIND, payoutOfCorrection } from '../payouts/payout-reversals';
import { bulkRowPayer } from '../postings/bulk-row-payer';

/** The customers' accounts on both sides of a payment. */
interface Sides {
  victim: DepositAccount | null;
  receiver: DepositAccount | null;
  /** The amount that the payer paid to the payee; of a posting with more entries, at most either's part of it. */
  movedKobo: bigint;
}

/** @throws POSTING_NOT_FOUND (404) */
export async function postedOf(tx: Tx, institutionId: number, number: string): Promise<Posting> {
  const id = postingIdFrom(number) ?? 0;
  const posting = await tx.findOneBy(Posting, { institutionId, id, status: 'Posted' });
  if (!posting) throw ledgerErrors.POSTING_NOT_FOUND();
  return posting;
}

/**
 * The posting that made the payment. A returned payout that staff debit again has a posting of its own, but it is the
 * same payment: it has one complaint, and one refund or return.
 */
export async function paymentOf(tx: Tx, posting: Posting): Promise<Posting> {
  if (posting.kind !== CORRECTION_KIND) return posting;
  const { institutionId } = posting;
  const payout = await payoutOfCorrection(tx, posting);
  return payout ? tx.findOneByOrFail(Posting, { institutionId, id: payout.postingId }) : posting;
}

/**
 * The first customer account on each side, by the principal legs. A row of a bulk transfer was paid by the payer of its
 * file.
 */
export async function sidesOf(tx: Tx, posting: Posting): Promise<Sides> {
  const { institutionId, id: postingId, amountKobo } = posting;
  const where = { institutionId, postingId, role: 'principal' } as const;
  const legs = await tx.find(PostingEntry, { where, order: { leg: 'ASC' } });
  const accounts = await tx.findBy(DepositAccount, { institutionId, id: In(legs.map(({ accountId }) => accountId)) });
  const sideOf = (side: PostingEntry['side']): { account: DepositAccount | null; partKobo: bigint } => {
    const own = legs.filter((leg) => leg.side === side && accounts.some(({ id }) => id === leg.accountId));
    const account = accounts.find(({ id }) => id === own[0]?.accountId) ?? null;
    const parts = own.filter(({ accountId }) => accountId === account?.id);
    return { account, partKobo: account ? parts.reduce((sum, leg) => sum + leg.amountKobo, 0n) : amountKobo };
  };
  const [paid, received] = [sideOf('debit'), sideOf('credit')];
  const payerId = await bulkRowPayer(tx, posting);
  return {
    victim: payerId === undefined ? paid.account : await tx.findOneBy(DepositAccount, { institutionId, id: payerId }),
    receiver: received.account,
    movedKobo: paid.partKobo < received.partKobo ? paid.partKobo : received.partKobo,
  };
}
