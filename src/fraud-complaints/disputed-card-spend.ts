import type { CardProviderName } from '../cards/card.entity';
import { CardTransaction } from '../cards/card-transaction.entity';
import type { Tx } from '../common/database/unit-of-work';
import type { Posting } from '../ledger/engine/posting.entity';

/** The kinds of the postings of cards begin so; the name of the provider follows. */
const CARD_KIND = 'card-';

/**
 * The transaction of a card that a posting booked; null for any other posting. It is locked, as a give-back locks the
 * spending that it gives back.
 */
export async function lockCardTransaction(
  tx: Tx,
  { institutionId, kind, reference }: Posting,
): Promise<CardTransaction | null> {
  if (!kind.startsWith(CARD_KIND)) return null;
  const provider = kind.slice(CARD_KIND.length) as CardProviderName;
  const where = { institutionId, provider, transactionReference: reference };
  return tx.findOne(CardTransaction, { where, lock: { mode: 'for_no_key_update' } });
}
