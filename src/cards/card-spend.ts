import { Injectable, Logger } from '@nestjs/common';
import { IdAllocator } from '../common/database/id-allocator';
import { UnitOfWork } from '../common/database/unit-of-work';
import { AppError } from '../common/errors/app-error';
import { commonErrors } from '../common/errors/common.errors';
import { Outcome } from '../common/http/outcome';
import { nairaToKobo } from '../common/money/naira';
import { InstitutionSettings } from '../institutions/settings/institution-settings';
import { LedgerService } from '../ledger/engine/ledger.service';
import { ledgerErrors } from '../ledger/ledger.errors';
import { cardSpend, type CardSpendFacts } from './card-spend.operation';
import { type CardFeedback, cardTransactionMetadata, CardTransactions } from './card-transactions';
import { CARD_SPEND_ALERT, CARD_SUSPENSE_LEDGER } from './cards.settings';

/**
 * Posts purchases and withdrawals. The card scheme has authorised them, so they are posted whatever the account's
 * balance and status (docs/api/cards.md#forced-postings).
 */
@Injectable()
export class CardSpend {
  private readonly logger = new Logger(CardSpend.name);

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly transactions: CardTransactions,
    private readonly ledger: LedgerService,
    private readonly ids: IdAllocator,
    private readonly settings: InstitutionSettings,
  ) {}

  /** @throws DUPLICATE_REFERENCE (409), CARD_LEDGER_NOT_CONFIGURED (503) */
  async book(feedback: CardFeedback): Promise<Outcome> {
    const known = await this.replay(feedback);
    if (known) return known;
    try {
      return await this.post(feedback, feedback.card.accountId, false);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code === ledgerErrors.ACCOUNT_CLOSED.code) return this.postToSuspense(feedback);
      return this.orReplay(feedback, error);
    }
  }

  private async postToSuspense(feedback: CardFeedback): Promise<Outcome> {
    const ledgerId = await this.transactions.ledgerId(feedback.institutionId, CARD_SUSPENSE_LEDGER);
    try {
      return await this.post(feedback, ledgerId, true);
    } catch (error) {
      if (error instanceof AppError) return this.orReplay(feedback, error);
      throw error;
    }
  }

  private async post(feedback: CardFeedback, payerId: number, isSuspense: boolean): Promise<Outcome> {
    const { institutionId, amountKobo } = feedback;
    const settlementId = await this.transactions.ledgerId(institutionId, 'CARD_TRANSACTION_SETTLEMENT_LEDGER_CODE');
    const id = await this.ids.next();
    const { card, fingerprint, provider, transactionReference, transactionType, narration } = feedback;
    const { originalReference, terminalId, transactionDate } = feedback;
    const alert = await this.alertOf(feedback);
    const transaction = {
      institutionId,
      id,
      provider,
      transactionReference,
      cardId: card.id,
      accountNumber: card.accountNumber,
      transactionType,
      amountKobo,
      givenBackKobo: 0n,
      originalReference,
      narration,
      terminalId,
      transactionDate,
      bookedAccountId: payerId,
      forced: isSuspense,
      alerted: alert !== undefined,
      fingerprint,
    };
    const decision = await this.ledger.post({
      ...this.transactions.posting(feedback),
      legs: [
        { accountId: payerId, side: 'debit', amountKobo, role: 'principal', namedByCaller: false },
        { accountId: settlementId, side: 'credit', amountKobo, role: 'principal', namedByCaller: false },
      ],
      operation: cardSpend.with({ metadata: cardTransactionMetadata(feedback), transaction, ...(alert && { alert }) }),
    });
    if (decision.kind !== 'posted') throw new Error(`Card spend was decided as ${decision.kind}.`);
    return this.transactions.answer({ ...feedback, ...decision.posted });
  }

  /** The alert of a spend that staff must look at because of its amount alone; undefined for any other. */
  private async alertOf({
    institutionId,
    amountKobo,
    card,
    transactionReference,
  }: CardFeedback): Promise<CardSpendFacts['alert']> {
    const thresholdKobo = nairaToKobo(Number(await this.settings.get(institutionId, CARD_SPEND_ALERT)))!;
    if (amountKobo < thresholdKobo) return undefined;
    this.logger.warn(
      { institutionId, cardId: card.id, transactionReference },
      'A card spend reaches the alert amount.',
    );
    const ids = await this.ids.block(2);
    return {
      eventId: ids.next(),
      suspiciousTransactionId: ids.next(),
      thresholdKobo: thresholdKobo.toString(),
    };
  }

  /** When two equal callbacks arrive together, the second gets the result of the first. */
  private async orReplay(feedback: CardFeedback, error: AppError): Promise<Outcome> {
    const known = error.code === commonErrors.DUPLICATE_REFERENCE.code ? await this.replay(feedback) : undefined;
    if (known) return known;
    throw error;
  }

  private replay(feedback: CardFeedback): Promise<Outcome | undefined> {
    return this.unitOfWork.read(feedback.institutionId, (tx) => this.transactions.replay(tx, feedback));
  }
}
