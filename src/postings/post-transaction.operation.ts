import { Injectable, type OnModuleInit } from '@nestjs/common';
import { nairaToKobo } from '../common/money/naira';
import {
  type Movement,
  type MovementOperation,
  MovementOperations,
  type PostingPlan,
} from '../ledger/movements/movement-operations';
import { principalLeg } from './movement-leg';
import { NamedAccounts } from './named-accounts';
import { POSTING_KIND } from './posting-kinds';
import { postingReply } from './posting-reply';
import type { PostTransactionBody } from './postings.dto';
import { assertPair } from './transaction-type';

/** `posttransaction`: one debit, one credit. */
@Injectable()
export class PostTransactionOperation implements MovementOperation, OnModuleInit {
  readonly name = 'post-transaction';
  readonly title = 'Post transaction';

  constructor(
    private readonly operations: MovementOperations,
    private readonly accounts: NamedAccounts,
  ) {}

  onModuleInit(): void {
    this.operations.register(this);
  }

  async plan({ institutionId, source }: Movement): Promise<PostingPlan> {
    const body = source.payload as unknown as PostTransactionBody;
    const { debitAccount, creditAccount } = await this.accounts.find(institutionId, {
      debitAccount: body.debitAccount,
      creditAccount: body.creditAccount,
    });
    assertPair(debitAccount, creditAccount, body.postingsTransactionType);
    const amountKobo = nairaToKobo(body.amount)!;
    const valueDate = body.valueDate ?? undefined;
    return {
      kind: POSTING_KIND,
      reference: body.referenceNumber,
      narration: body.narration,
      legs: [principalLeg(debitAccount, 'debit', amountKobo), principalLeg(creditAccount, 'credit', amountKobo)],
      amountKobo,
      feeKobo: 0n,
      valueDate,
      instrumentNumber: body.instrumentNumber ?? undefined,
      countsTowardsLimits: false,
      reply: postingReply({ amountKobo, valueDate, entries: 2 }),
    };
  }
}
