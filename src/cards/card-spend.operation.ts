import { type ExtraRow, extraRow } from '../common/database/insert-rows';
import { eventRows } from '../common/outbox/outbox-event';
import { definePostingOperation } from '../ledger/engine/posting-operation';
import { CardTransaction } from './card-transaction.entity';
import { CardSpendAlerted } from './cards.events';

export interface CardSpendFacts {
  metadata: Record<string, unknown>;
  transaction: Omit<CardTransaction, 'postingId' | 'postedAt' | 'originalId'>;
  /** Present when the spending reached the alert amount. */
  alert?: { eventId: number; suspiciousTransactionId: number; thresholdKobo: string };
}

/** A purchase or withdrawal that the card scheme has authorised. */
export const cardSpend = definePostingOperation<CardSpendFacts>({
  name: 'card-spend',
  title: 'Card spend',
  metadata: ({ metadata }) => metadata,
  rows: ({ transaction, alert }, { postingId, postedAt, forced }) => [
    extraRow(CardTransaction, { ...transaction, postingId, postedAt, forced: transaction.forced || forced }),
    ...(alert ? alertRows(transaction, alert) : []),
  ],
});

function alertRows(
  { institutionId, id }: CardSpendFacts['transaction'],
  { eventId, suspiciousTransactionId, thresholdKobo }: NonNullable<CardSpendFacts['alert']>,
): ExtraRow[] {
  return eventRows(eventId, new CardSpendAlerted(institutionId, id, suspiciousTransactionId, thresholdKobo));
}
