import { Injectable } from '@nestjs/common';
import { nairaToKobo } from '../common/money/naira';
import { MemberOf } from '../common/registry/registry';
import { ORDINARY } from '../ledger/engine/posting-request';
import {
  type Movement,
  type MovementPlanner,
  MovementPlanners,
  type PostingPlan,
} from '../ledger/movements/movement-planners';
import { postTransaction } from './manual-postings.operation';
import { principalLeg } from './movement-leg';
import { NamedAccounts } from './named-accounts';
import { POSTING_KIND } from './posting-kinds';
import type { PostTransactionBody } from './postings.dto';
import { assertPair } from './transaction-type';
import { ValueDates } from './value-dates';

/** Plans `posttransaction`. */
@Injectable()
@MemberOf(MovementPlanners)
export class PostTransactionPlanner implements MovementPlanner<PostTransactionBody> {
  readonly operation = postTransaction;

  constructor(
    private readonly accounts: NamedAccounts,
    private readonly valueDates: ValueDates,
  ) {}

  async plan({ institutionId, source: { payload: body } }: Movement<PostTransactionBody>): Promise<PostingPlan> {
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
      operation: postTransaction.with({ amountKobo, valueDate, entries: 2 }),
      nature: ORDINARY,
      narration: body.narration,
      legs: [principalLeg(debitAccount, 'debit', amountKobo), principalLeg(creditAccount, 'credit', amountKobo)],
      amountKobo,
      feeKobo: 0n,
      ...(await this.valueDates.of(institutionId, valueDate)),
      instrumentNumber: body.instrumentNumber ?? undefined,
      parties: { sourceAccounts: [body.debitAccount], destinationAccounts: [body.creditAccount] },
    };
  }
}
