import { Injectable } from '@nestjs/common';
import { sha256 } from '../common/crypto/digest';
import type { Tx } from '../common/database/unit-of-work';
import { commonErrors } from '../common/errors/common.errors';
import { Outcome } from '../common/http/outcome';
import { canonicalJson } from '../common/idempotency/canonical-json';
import { koboToNaira, nairaToKobo } from '../common/money/naira';
import { InstitutionSettings } from '../institutions/settings/institution-settings';
import { AccountDirectory } from '../ledger/chart/account-directory';
import { postingReferenceNumber } from '../ledger/engine/posting.entity';
import { ALREADY_HAPPENED, type PostingRequest } from '../ledger/engine/posting-request';
import type { Card, CardProviderName } from './card.entity';
import type { TransactionFeedbackBody, TransactionFeedbackView } from './card-callbacks.dto';
import { withoutCardNumbers } from './card-number';
import { CardTransaction, type CardTransactionType } from './card-transaction.entity';
import { cardsErrors } from './cards.errors';

/** A provider's callback about a transaction, read and cleaned. */
export interface ToldTransaction {
  institutionId: number;
  provider: CardProviderName;
  card: Card;
  transactionReference: string;
  transactionType: CardTransactionType;
  amountKobo: bigint;
  originalReference: string | null;
  narration: string;
  terminalId: string | null;
  transactionDate: string | null;
  fingerprint: Buffer;
}

/** What a card transaction answers, also the second time. */
export interface BookedTransaction {
  transactionReference: string;
  transactionType: CardTransactionType;
  amountKobo: bigint;
  postingId: number;
  postedAt: Date;
}

const clean = (text: string | null | undefined): string | null =>
  text === undefined || text === null || text.trim() === '' ? null : withoutCardNumbers(text);

/** Reads a callback. The masked number is left out: it names nothing, and some would send it whole. */
export function readFeedback(card: Card, body: TransactionFeedbackBody): ToldTransaction {
  const { maskedPan: _unused, ...told } = body;
  return {
    institutionId: card.institutionId,
    provider: card.provider,
    card,
    transactionReference: body.transactionReference,
    transactionType: body.transactionType,
    amountKobo: nairaToKobo(body.amount)!,
    originalReference: body.originalReference ?? null,
    narration: (clean(body.narration) ?? `Card ${body.transactionType.toLowerCase()}`).slice(0, 250),
    terminalId: clean(body.terminalId),
    transactionDate: clean(body.transactionDate),
    fingerprint: sha256(canonicalJson(told)),
  };
}

/** What spending and giving back have in common: who pays whom, how it is written down, and how repetitions are told. */
@Injectable()
export class CardTransactions {
  constructor(
    private readonly settings: InstitutionSettings,
    private readonly directory: AccountDirectory,
  ) {}

  /**
   * The answer to a reference that was booked before; undefined for a new one.
   * @throws DUPLICATE_REFERENCE (409) when it was another transaction.
   */
  async replay(
    tx: Tx,
    { institutionId, provider, transactionReference, fingerprint }: ToldTransaction,
  ): Promise<Outcome | undefined> {
    const known = await tx.findOneBy(CardTransaction, { institutionId, provider, transactionReference });
    if (!known) return undefined;
    if (!known.fingerprint.equals(fingerprint))
      throw commonErrors.DUPLICATE_REFERENCE(
        `The transactionReference ${transactionReference} was used before for another transaction.`,
      );
    return this.answer(known, true);
  }

  answer(
    { transactionReference, transactionType, amountKobo, postingId, postedAt }: BookedTransaction,
    replayed = false,
  ): Outcome<TransactionFeedbackView> {
    const view = {
      transactionReference,
      postingReferenceNumber: postingReferenceNumber(postingId),
      transactionType,
      amount: koboToNaira(amountKobo),
      postedAt: postedAt.toISOString(),
    };
    return Outcome.done(view, 'Successful', replayed ? { replayed } : {});
  }

  /** Id of the account of record of a ledger that the configuration names. @throws CARD_LEDGER_NOT_CONFIGURED (503) */
  async ledgerId(institutionId: number, key: string): Promise<number> {
    const code = await this.settings.get(institutionId, key);
    const ledger = code === undefined ? undefined : await this.directory.find(institutionId, code);
    if (ledger?.kind !== 'gl')
      throw cardsErrors.CARD_LEDGER_NOT_CONFIGURED(
        `The institution has not configured ${key}; nothing was posted. Send it again later.`,
      );
    return ledger.ledgerAccountId;
  }

  /** The posting of a transaction, without its legs and operation. References are unique by provider. */
  posting(told: ToldTransaction): Omit<PostingRequest, 'legs' | 'operation'> {
    const { institutionId, provider, transactionReference, narration, amountKobo } = told;
    return {
      institutionId,
      kind: `card-${provider}`,
      reference: transactionReference,
      origin: 'system',
      maker: 'gateway:card',
      narration,
      amountKobo,
      feeKobo: 0n,
      nature: ALREADY_HAPPENED,
    };
  }
}

/** Metadata of a transaction for the transaction history. */
export function cardTransactionMetadata(told: ToldTransaction): Record<string, unknown> {
  const { provider, card, transactionType, transactionReference } = told;
  return {
    channel: 'cards',
    provider,
    card_reference: card.cardReference,
    masked_pan: card.maskedPan,
    account_number: card.accountNumber,
    transaction_type: transactionType,
    transaction_reference: transactionReference,
    original_reference: told.originalReference,
    terminal_id: told.terminalId,
    transaction_date: told.transactionDate,
  };
}
