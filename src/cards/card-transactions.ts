import { Injectable } from '@nestjs/common';
import { sha256 } from '../common/crypto/digest';
import type { Tx } from '../common/database/unit-of-work';
import { commonErrors } from '../common/errors/common.errors';
import { Outcome } from '../common/http/outcome';
import { canonicalJson } from '../common/idempotency/canonical-json';
import { koboToNaira, nairaToKobo } from '../common/money/naira';
import { cutText } from '../common/text/cut-text';
import { InstitutionSettings } from '../institutions/settings/institution-settings';
import { AccountDirectory } from '../ledger/chart/account-directory';
import { postingReferenceNumber } from '../ledger/engine/posting.entity';
import { ALREADY_HAPPENED, type PostingRequest } from '../ledger/engine/posting-request';
import type { Card, CardProviderName } from './card.entity';
import type { TransactionFeedbackBody, TransactionFeedbackView } from './card-callbacks.dto';
import { withoutCardNumbers } from './card-number';
import { CardTransaction, type CardTransactionType } from './card-transaction.entity';
import { cardsErrors } from './cards.errors';

/** A provider's callback about a transaction, with card numbers masked. */
export interface CardFeedback {
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
  /** As it was kept before card numbers were masked in it. */
  earlierFingerprint: Buffer;
}

/** The facts of a posted card transaction that its answer shows. */
export interface BookedTransaction {
  transactionReference: string;
  transactionType: CardTransactionType;
  amountKobo: bigint;
  postingId: number;
  postedAt: Date;
}

const clean = (text: string | null | undefined): string | null =>
  text === undefined || text === null || text.trim() === '' ? null : withoutCardNumbers(text);

/** The texts that may quote a card number. */
const TEXTS = ['narration', 'terminalId', 'transactionDate'] as const;

/** A digest without a key of a text with a card number would tell the number to who tries the missing digits. */
function maskedFields(fields: Omit<TransactionFeedbackBody, 'maskedPan' | 'currency'>): object {
  const masked: Partial<Record<(typeof TEXTS)[number], string>> = {};
  for (const name of TEXTS) {
    const text = fields[name];
    if (typeof text === 'string') masked[name] = withoutCardNumbers(text);
  }
  return { ...fields, ...masked };
}

/**
 * Reads a callback. Its masked number is left out: it identifies no card, and a provider might send the whole number.
 */
export function readFeedback(card: Card, body: TransactionFeedbackBody): CardFeedback {
  const { maskedPan: _unused, currency: _alwaysNaira, ...fields } = body;
  return {
    institutionId: card.institutionId,
    provider: card.provider,
    card,
    transactionReference: body.transactionReference,
    transactionType: body.transactionType,
    amountKobo: nairaToKobo(body.amount)!,
    originalReference: body.originalReference ?? null,
    narration: cutText(clean(body.narration) ?? `Card ${body.transactionType.toLowerCase()}`, 250),
    terminalId: clean(body.terminalId),
    transactionDate: clean(body.transactionDate),
    fingerprint: sha256(canonicalJson(maskedFields(fields))),
    earlierFingerprint: sha256(canonicalJson(fields)),
  };
}

/** The parts that spends and give-backs share: the ledgers, the posting, and the answer to repetitions. */
@Injectable()
export class CardTransactions {
  constructor(
    private readonly settings: InstitutionSettings,
    private readonly directory: AccountDirectory,
  ) {}

  /**
   * The answer to a reference that was posted before; undefined for a new reference.
   * @throws DUPLICATE_REFERENCE (409) when the reference belongs to another transaction.
   */
  async replay(
    tx: Tx,
    { institutionId, provider, transactionReference, fingerprint, earlierFingerprint }: CardFeedback,
  ): Promise<Outcome | undefined> {
    const known = await tx.findOneBy(CardTransaction, { institutionId, provider, transactionReference });
    if (!known) return undefined;
    if (![fingerprint, earlierFingerprint].some((each) => known.fingerprint.equals(each)))
      throw commonErrors.DUPLICATE_REFERENCE(
        `The transactionReference ${transactionReference} belongs to another transaction; send a new one.`,
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

  /** Id of the account of record of a configured ledger. @throws CARD_LEDGER_NOT_CONFIGURED (503) */
  async ledgerId(institutionId: number, key: string): Promise<number> {
    const code = await this.settings.get(institutionId, key);
    const ledger = code === undefined ? undefined : await this.directory.find(institutionId, code);
    if (ledger?.kind !== 'gl')
      throw cardsErrors.CARD_LEDGER_NOT_CONFIGURED(
        `The ledger of ${key} is not configured; nothing was posted. Send the transaction again later.`,
      );
    return ledger.ledgerAccountId;
  }

  /**
   * The posting request of a transaction, without its legs and operation. The transaction has happened already.
   * References are unique by provider, so the kind names the provider.
   */
  posting(feedback: CardFeedback): Omit<PostingRequest, 'legs' | 'operation'> {
    const { institutionId, provider, transactionReference, narration, amountKobo } = feedback;
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
export function cardTransactionMetadata(feedback: CardFeedback): Record<string, unknown> {
  const { provider, card, transactionType, transactionReference } = feedback;
  return {
    channel: 'cards',
    provider,
    card_reference: card.cardReference,
    masked_pan: card.maskedPan,
    account_number: card.accountNumber,
    transaction_type: transactionType,
    transaction_reference: transactionReference,
    original_reference: feedback.originalReference,
    terminal_id: feedback.terminalId,
    transaction_date: feedback.transactionDate,
  };
}
