import { Injectable } from '@nestjs/common';
import { IdAllocator } from '../common/database/id-allocator';
import { UnitOfWork } from '../common/database/unit-of-work';
import { AppError } from '../common/errors/app-error';
import { commonErrors } from '../common/errors/common.errors';
import { Outcome } from '../common/http/outcome';
import { LedgerService } from '../ledger/engine/ledger.service';
import { ledgerErrors } from '../ledger/ledger.errors';
import { cardSpend } from './card-spend.operation';
import { cardTransactionMetadata, CardTransactions, type ToldTransaction } from './card-transactions';
import { CARD_SUSPENSE_LEDGER } from './cards.settings';

/** Books purchases and withdrawals: the scheme has authorised them, so they are posted whatever the account says. */
@Injectable()
export class CardSpend {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly transactions: CardTransactions,
    private readonly ledger: LedgerService,
    private readonly ids: IdAllocator,
  ) {}

  /** @throws DUPLICATE_REFERENCE (409), CARD_LEDGER_NOT_CONFIGURED (503) */
  async book(told: ToldTransaction): Promise<Outcome> {
    const known = await this.replay(told);
    if (known) return known;
    try {
      return await this.post(told, told.card.accountId, false);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code === ledgerErrors.ACCOUNT_CLOSED.code) return this.postToSuspense(told);
      return this.orReplay(told, error);
    }
  }

  private async postToSuspense(told: ToldTransaction): Promise<Outcome> {
    const ledgerId = await this.transactions.ledgerId(told.institutionId, CARD_SUSPENSE_LEDGER);
    try {
      return await this.post(told, ledgerId, true);
    } catch (error) {
      if (error instanceof AppError) return this.orReplay(told, error);
      throw error;
    }
  }

  private async post(told: ToldTransaction, payerId: number, isSuspense: boolean): Promise<Outcome> {
    const { institutionId, amountKobo } = told;
    const settlementId = await this.transactions.ledgerId(institutionId, 'CARD_TRANSACTION_SETTLEMENT_LEDGER_CODE');
    const id = await this.ids.next();
    const { card, fingerprint, provider, transactionReference, transactionType, narration } = told;
    const { originalReference, terminalId, transactionDate } = told;
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
      fingerprint,
    };
    const decision = await this.ledger.post({
      ...this.transactions.posting(told),
      legs: [
        { accountId: payerId, side: 'debit', amountKobo, role: 'principal', namedByCaller: false },
        { accountId: settlementId, side: 'credit', amountKobo, role: 'principal', namedByCaller: false },
      ],
      operation: cardSpend.with({ metadata: cardTransactionMetadata(told), transaction }),
    });
    if (decision.kind !== 'posted') throw new Error(`Card spend was decided as ${decision.kind}.`);
    return this.transactions.answer({ ...told, ...decision.posted });
  }

  /** The other one of two equal callbacks was faster. */
  private async orReplay(told: ToldTransaction, error: AppError): Promise<Outcome> {
    const known = error.code === commonErrors.DUPLICATE_REFERENCE.code ? await this.replay(told) : undefined;
    if (known) return known;
    throw error;
  }

  private replay(told: ToldTransaction): Promise<Outcome | undefined> {
    return this.unitOfWork.read(told.institutionId, (tx) => this.transactions.replay(tx, told));
  }
}
