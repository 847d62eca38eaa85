import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { IdAllocator } from '../common/database/id-allocator';
import { type Tx, UnitOfWork } from '../common/database/unit-of-work';
import { AppError } from '../common/errors/app-error';
import { classifyDatabaseFailure } from '../common/errors/database-error';
import type { Outcome } from '../common/http/outcome';
import { validationFailed } from '../common/http/validation.pipe';
import { formatNaira, koboToNaira } from '../common/money/naira';
import { LedgerService } from '../ledger/engine/ledger.service';
import { systemPosting } from '../ledger/engine/posting-operation';
import type { PostingLeg } from '../ledger/engine/posting-request';
import { ledgerErrors } from '../ledger/ledger.errors';
import { UNCLAIMED_FUNDS_LEDGER } from '../postings/postings.settings';
import { CardTransaction, SPEND_TYPES } from './card-transaction.entity';
import { type CardFeedback, cardTransactionMetadata, CardTransactions } from './card-transactions';
import { cardsErrors } from './cards.errors';

/**
 * Posts refunds and reversals. The spend that they name is locked, so that together they never give back more than its
 * amount (docs/api/cards.md#transaction-feedback).
 */
@Injectable()
export class CardGiveBacks {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly transactions: CardTransactions,
    private readonly ledger: LedgerService,
    private readonly ids: IdAllocator,
  ) {}

  /**
   * @throws VALIDATION_FAILED (400), CARD_TRANSACTION_NOT_FOUND (404), DUPLICATE_REFERENCE (409),
   *   CARD_GIVE_BACK_EXCEEDS_ORIGINAL (422), CARD_LEDGER_NOT_CONFIGURED (503)
   */
  async book(feedback: CardFeedback): Promise<Outcome> {
    if (feedback.originalReference === null) {
      const message = `is required for a ${feedback.transactionType}`;
      throw validationFailed([{ field: 'originalReference', message }]);
    }
    const settlementId = await this.transactions.ledgerId(
      feedback.institutionId,
      'CARD_TRANSACTION_SETTLEMENT_LEDGER_CODE',
    );
    const id = await this.ids.next();
    try {
      return await this.attempt(feedback, id, settlementId);
    } catch (error) {
      // The account was closed in the meantime, so its money goes to unclaimed funds.
      if (error instanceof AppError && error.code === ledgerErrors.ACCOUNT_CLOSED.code) {
        return this.attempt(
          feedback,
          id,
          settlementId,
          await this.transactions.ledgerId(feedback.institutionId, UNCLAIMED_FUNDS_LEDGER),
        );
      }
      throw error;
    }
  }

  /** Runs again when another transaction took the reference at the same time, and then answers from that one. */
  private async attempt(
    feedback: CardFeedback,
    id: number,
    settlementId: number,
    unclaimedId?: number,
  ): Promise<Outcome> {
    const run = (): Promise<Outcome> =>
      this.unitOfWork.run(feedback.institutionId, (tx) =>
        this.bookWithin(tx, feedback, { id, settlementId, unclaimedId }),
      );
    try {
      return await run();
    } catch (error) {
      if (classifyDatabaseFailure(error) === 'unique-violation') return run();
      throw error;
    }
  }

  private async bookWithin(
    tx: Tx,
    feedback: CardFeedback,
    { id, settlementId, unclaimedId }: { id: number; settlementId: number; unclaimedId: number | undefined },
  ): Promise<Outcome> {
    const original = await this.lockOriginal(tx, feedback);
    // Checked under the lock: a repetition that waited for the lock finds the row of the first request.
    const known = await this.transactions.replay(tx, feedback);
    if (known) return known;
    if (!original) throw cardsErrors.CARD_TRANSACTION_NOT_FOUND();
    assertRefundable(original, feedback.amountKobo);
    const receiverId = unclaimedId ?? original.bookedAccountId;
    const isCustomer = receiverId === feedback.card.accountId;
    const { postingId, postedAt, forced } = await this.ledger.requirePosted(tx, {
      ...this.transactions.posting(feedback),
      legs: giveBackLegs(settlementId, receiverId, feedback.amountKobo, isCustomer ? original.postedAt : undefined),
      operation: systemPosting.with({ metadata: cardTransactionMetadata(feedback) }),
    });
    const { institutionId, card, fingerprint, earlierFingerprint: _replayed, ...facts } = feedback;
    const row = {
      ...facts,
      institutionId,
      id,
      cardId: card.id,
      accountNumber: card.accountNumber,
      originalId: original.id,
      postingId,
      bookedAccountId: receiverId,
      forced: forced || unclaimedId !== undefined,
      fingerprint,
      postedAt,
    };
    await tx.insert(CardTransaction, row);
    await tx.update(
      CardTransaction,
      { institutionId, id: original.id },
      { givenBackKobo: original.givenBackKobo + feedback.amountKobo },
    );
    return this.transactions.answer({ ...feedback, postingId, postedAt });
  }

  /** Locks the original spend of the same account, because a replaced card may return money that the old card spent. */
  private lockOriginal(
    tx: Tx,
    { institutionId, provider, originalReference, card }: CardFeedback,
  ): Promise<CardTransaction | null> {
    return tx.findOne(CardTransaction, {
      where: {
        institutionId,
        provider,
        transactionReference: originalReference!,
        accountNumber: card.accountNumber,
        transactionType: In([...SPEND_TYPES]),
      },
      lock: { mode: 'for_no_key_update' },
    });
  }
}

/** @throws CARD_GIVE_BACK_EXCEEDS_ORIGINAL (422) */
function assertRefundable({ amountKobo, givenBackKobo }: CardTransaction, refundKobo: bigint): void {
  const leftKobo = amountKobo - givenBackKobo;
  if (refundKobo <= leftKobo) return;
  throw cardsErrors.CARD_GIVE_BACK_EXCEEDS_ORIGINAL(
    `The refund of ${formatNaira(refundKobo)} exceeds the refundable amount of ${formatNaira(leftKobo)}.`,
    {
      amount: koboToNaira(amountKobo),
      remaining: koboToNaira(leftKobo),
    },
  );
}

/**
 * @param reversesPostedAt posting time of the customer's spend, so that AML windows leave out the money that came back.
 */
function giveBackLegs(
  settlementId: number,
  receiverId: number,
  amountKobo: bigint,
  reversesPostedAt: Date | undefined,
): PostingLeg[] {
  return [
    { accountId: settlementId, side: 'debit', amountKobo, role: 'reversal', namedByCaller: false },
    {
      accountId: receiverId,
      side: 'credit',
      amountKobo,
      role: 'reversal',
      namedByCaller: false,
      ...(reversesPostedAt === undefined ? {} : { reversesPostedAt }),
    },
  ];
}
