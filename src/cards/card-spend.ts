import { Injectable } from '@nestjs/common';
import { IdAllocator } from '../common/database/id-allocator';
import type { ExtraRow } from '../common/database/insert-rows';
import { UnitOfWork } from '../common/database/unit-of-work';
import { AppError } from '../common/errors/app-error';
import { commonErrors } from '../common/errors/common.errors';
import { Outcome } from '../common/http/outcome';
import { LedgerService } from '../ledger/engine/ledger.service';
import type { Posted } from '../ledger/engine/posting-request';
import { ledgerErrors } from '../ledger/ledger.errors';
import { type CardFeedback, CardTransactions } from './card-transactions';
import { CARD_SUSPENSE_LEDGER } from './cards.settings';

/**
 * Posts purchases and withdrawals. The card scheme has authorised them, so they are posted whatever the account's
 * balance and status (docs/api/cards.md#forced-postings).
 */
@Injectable()
export class CardSpend {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly transactions: CardTransactions,
    private readonly ledger: LedgerService,
    private readonly ids: IdAllocator,
  ) {}

  /** @throws DUPLICATE_REFERENCE (409), CARD_LEDGER_NOT_CONFIGURED (503) */
  async book(told: CardFeedback): Promise<Outcome> {
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

  private async postToSuspense(told: CardFeedback): Promise<Outcome> {
    const ledgerId = await this.transactions.ledgerId(told.institutionId, CARD_SUSPENSE_LEDGER);
    try {
      return await this.post(told, ledgerId, true);
    } catch (error) {
      if (error instanceof AppError) return this.orReplay(told, error);
      throw error;
    }
  }

  private async post(told: CardFeedback, payerId: number, isSuspense: boolean): Promise<Outcome> {
    const { institutionId, amountKobo } = told;
    const settlementId = await this.transactions.ledgerId(institutionId, 'CARD_TRANSACTION_SETTLEMENT_LEDGER_CODE');
    const id = await this.ids.next();
    return this.ledger.post({
      ...this.transactions.posting(told),
      legs: [
        { accountId: payerId, side: 'debit', amountKobo, role: 'principal', namedByCaller: false },
        { accountId: settlementId, side: 'credit', amountKobo, role: 'principal', namedByCaller: false },
      ],
      rowsWithPosting: (posted) => [spendRow(id, told, posted, payerId, isSuspense)],
      reply: (posted) => this.transactions.answer({ ...told, ...posted }),
    });
  }

  /** Of two equal callbacks at the same time, the second answers with the result of the first. */
  private async orReplay(told: CardFeedback, error: AppError): Promise<Outcome> {
    const known = error.code === commonErrors.DUPLICATE_REFERENCE.code ? await this.replay(told) : undefined;
    if (known) return known;
    throw error;
  }

  private replay(told: CardFeedback): Promise<Outcome | undefined> {
    return this.unitOfWork.read(told.institutionId, (tx) => this.transactions.replay(tx, told));
  }
}

function spendRow(
  id: number,
  told: CardFeedback,
  { postingId, postedAt, forced }: Posted,
  payerId: number,
  isSuspense: boolean,
): ExtraRow {
  return {
    table: 'card_transaction',
    values: {
      institution_id: told.institutionId,
      id,
      provider: told.provider,
      transaction_reference: told.transactionReference,
      card_id: told.card.id,
      account_number: told.card.accountNumber,
      transaction_type: told.transactionType,
      amount_kobo: told.amountKobo,
      given_back_kobo: '0',
      narration: told.narration,
      terminal_id: told.terminalId,
      transaction_date: told.transactionDate,
      posting_id: postingId,
      booked_account_id: payerId,
      forced: forced || isSuspense,
      fingerprint: `\\x${told.fingerprint.toString('hex')}`,
      posted_at: postedAt.toISOString(),
    },
  };
}
