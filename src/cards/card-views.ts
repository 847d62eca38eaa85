import { koboToNaira } from '../common/money/naira';
import type { Card, CardProviderName } from './card.entity';
import type { ProviderCard } from './card-answer';
import type { CardTransaction } from './card-transaction.entity';
import type { CardView, ProviderCardView } from './cards.dto';
import type { CardAdminView, CardTransactionRowView } from './cards-admin.dto';

/** The view of a card for API clients. */
export function cardView(card: Card): CardView {
  const {
    id,
    referenceNumber,
    accountNumber,
    provider,
    maskedPan,
    serialNumber,
    nameOnCard,
    expiryDate,
    status,
    statusReason,
    atm,
    pos,
    web,
  } = card;
  return {
    ...{ id, referenceNumber, accountNumber, provider, maskedPan, serialNumber, nameOnCard, expiryDate },
    ...{ cardStatus: status, statusReason, atm, pos, web },
    issuanceCharge: koboToNaira(card.chargeKobo + card.vatKobo),
    isChargeReversed: card.chargeReversalPostingId !== null,
    dateAdded: card.createdAt.toISOString(),
  };
}

/** The view of a card for staff. */
export function cardAdminView(card: Card): CardAdminView {
  const { cardReference, responseCode, responseMessage, linkAttempts, createdBy } = card;
  return { ...cardView(card), cardReference, responseCode, responseMessage, linkAttempts, addedBy: createdBy };
}

/** The view of a card in the list of its provider. @param id id of the card; null when it was not added here. */
export function providerCardView(
  provider: CardProviderName,
  accountNumber: string,
  card: ProviderCard,
  id: number | null,
): ProviderCardView {
  const { maskedPan, nameOnCard, expiryDate, status, channels } = card;
  return {
    id,
    accountNumber,
    provider,
    maskedPan,
    nameOnCard,
    expiryDate,
    cardStatus: status,
    atm: channels?.atm ?? null,
    pos: channels?.pos ?? null,
    web: channels?.web ?? null,
  };
}

/** The view of a card transaction for staff. */
export function cardTransactionRowView(row: CardTransaction, postingReferenceNumber: string): CardTransactionRowView {
  const {
    id,
    cardId,
    provider,
    transactionReference,
    accountNumber,
    transactionType,
    originalReference,
    narration,
    terminalId,
    transactionDate,
    forced,
    alerted,
  } = row;
  return {
    ...{
      id,
      cardId,
      provider,
      transactionReference,
      postingReferenceNumber,
      accountNumber,
      transactionType,
      amount: koboToNaira(row.amountKobo),
    },
    ...{
      givenBack: koboToNaira(row.givenBackKobo),
      originalReference,
      narration,
      terminalId,
      transactionDate,
      forced,
      alerted,
      postedAt: row.postedAt.toISOString(),
    },
  };
}
