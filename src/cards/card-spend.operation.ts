import { extraRow } from '../common/database/insert-rows';
import { definePostingOperation } from '../ledger/engine/posting-operation';
import { CardTransaction } from './card-transaction.entity';

interface CardSpendFacts {
  metadata: Record<string, unknown>;
  transaction: Omit<CardTransaction, 'postingId' | 'postedAt' | 'originalId'>;
}

/** A purchase or withdrawal that the card scheme has authorised. */
export const cardSpend = definePostingOperation<CardSpendFacts>({
  name: 'card-spend',
  title: 'Card spend',
  metadata: ({ metadata }) => metadata,
  rows: ({ transaction }, { postingId, postedAt, forced }) => [
    extraRow(CardTransaction, { ...transaction, postingId, postedAt, forced: transaction.forced || forced }),
  ],
});
