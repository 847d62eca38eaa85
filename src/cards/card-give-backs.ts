import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { IdAllocator } from '../common/database/id-allocator';
import { type Tx, UnitOfWork } from '../common/database/unit-of-work';
import { AppError } from '../common/errors/app-error';
import { commonErrors } from '../common/errors/common.errors';
import { classifyDatabaseFailure } from '../common/errors/database-error';
import type { Outcome } from '../common/http/outcome';
import { formatNaira, koboToNaira } from '../common/money/naira';
import { LedgerService } from '../ledger/engine/ledger.service';
import { systemPosting } from '../ledger/engine/posting-operation';
import type { PostingLeg } from '../ledger/engine/posting-request';
import { ledgerErrors } from '../ledger/ledger.errors';
import { UNCLAIMED_FUNDS_LEDGER } from '../postings/postings.settings';
import { CardTransaction, SPEND_TYPES } from './card-transaction.entity';
import { cardTransactionMetadata, CardTransactions, type ToldTransaction } from './card-transactions';
import { cardsErrors } from './cards.errors';

/** Books refunds and reversals: the spend they name is locked, so that all of them together never give back more than it. */
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
  async book(told: ToldTransaction): Promise<Outcome> {
    if (told.originalReference === null) {
      const message = `is required of a ${told.transactionType}`;
      throw commonErrors.VALIDATION_FAILED(`originalReference ${message}.`, {
        errors: [{ field: 'originalReference', message }],
      });
    }
    const settlementId = await this.transactions.ledgerId(
      told.institutionId,
      'CARD_TRANSACTION_SETTLEMENT_LEDGER_CODE',
    );
    const id = await this.ids.next();
    try {
      return await this.attempt(told, id, settlementId);
    } catch (error) {
      // The account was closed since: its money goes where unclaimed money is kept.
      if (error instanceof AppError && error.code === ledgerErrors.ACCOUNT_CLOSED.code) {
        return this.attempt(
          told,
          id,
          settlementId,
          await this.transactions.ledgerId(told.institutionId, UNCLAIMED_FUNDS_LEDGER),
        );
      }
      throw error;
    }
  }

  /** Again when another transaction took the reference at the same time: what it was decides then. */
  private async attempt(
    told: ToldTransaction,
    id: number,
    settlementId: number,
    unclaimedId?: number,
  ): Promise<Outcome> {
    const run = (): Promise<Outcome> =>
      this.unitOfWork.run(told.institutionId, (tx) => this.bookWithin(tx, told, { id, settlementId, unclaimedId }));
    try {
      return await run();
    } catch (error) {
      if (classifyDatabaseFailure(error) === 'unique-violation') return run();
      throw error;
    }
  }

  private async bookWithin(
    tx: Tx,
    told: ToldTransaction,
    { id, settlementId, unclaimedId }: { id: number; settlementId: number; unclaimedId: number | undefined },
  ): Promise<Outcome> {
    const original = await this.lockOriginal(tx, told);
    // Looked for under the lock: a repetition that waited for it finds what the first one wrote.
    const known = await this.transactions.replay(tx, told);
    if (known) return known;
    if (!original) throw cardsErrors.CARD_TRANSACTION_NOT_FOUND();
    assertLeft(original, told.amountKobo);
    const receiverId = unclaimedId ?? original.bookedAccountId;
    const isCustomer = receiverId === told.card.accountId;
    const { postingId, postedAt, forced } = await this.ledger.requirePosted(tx, {
      ...this.transactions.posting(told),
      legs: giveBackLegs(settlementId, receiverId, told.amountKobo, isCustomer ? original.postedAt : undefined),
      operation: systemPosting.with({ metadata: cardTransactionMetadata(told) }),
    });
    const { institutionId, card, fingerprint, ...facts } = told;
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
      { givenBackKobo: original.givenBackKobo + told.amountKobo },
    );
    return this.transactions.answer({ ...told, postingId, postedAt });
  }

  /** Spend of the same account: a replaced card gives back what the old one spent. */
  private lockOriginal(
    tx: Tx,
    { institutionId, provider, originalReference, card }: ToldTransaction,
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
function assertLeft({ amountKobo, givenBackKobo }: CardTransaction, askedKobo: bigint): void {
  const leftKobo = amountKobo - givenBackKobo;
  if (askedKobo <= leftKobo) return;
  throw cardsErrors.CARD_GIVE_BACK_EXCEEDS_ORIGINAL(
    `Of ${formatNaira(amountKobo)} ${formatNaira(leftKobo)} is left to give back, less than ${formatNaira(askedKobo)}.`,
    {
      amount: koboToNaira(amountKobo),
      remaining: koboToNaira(leftKobo),
    },
  );
}

/** @param reversesPostedAt when the customer's spend was posted, so that AML windows leave out what came back. */
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
