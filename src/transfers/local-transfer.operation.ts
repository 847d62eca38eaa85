import { Injectable, type OnModuleInit } from '@nestjs/common';
import { nairaToKobo } from '../common/money/naira';
import { type Movement, type MovementOperation, MovementOperations, type PostingPlan } from '../ledger/movement-operations';
import { LocalTransferPlanner } from './local-transfer-planner';
import type { LocalFundTransferBody } from './transfers.dto';

const DEFAULT_NARRATION = 'Local transfer';

/** `localfundtransfer`: its body has no reference of its own, so the request reference is the transfer's. */
@Injectable()
export class LocalTransferOperation implements MovementOperation, OnModuleInit {
  readonly name = 'local-transfer';
  readonly title = 'Local transfer';

  constructor(
    private readonly operations: MovementOperations,
    private readonly planner: LocalTransferPlanner,
  ) {}

  onModuleInit(): void {
    this.operations.register(this);
  }

  async plan({ institutionId, source }: Movement): Promise<PostingPlan> {
    const body = source.payload as unknown as LocalFundTransferBody;
    if (source.requestReference === undefined) throw new Error('A local transfer needs a request reference.');
    // Optional fields may have been sent as null, which means the same as leaving them out.
    return this.planner.plan(institutionId, {
      reference: source.requestReference,
      debitAccount: body.debitAccount,
      creditAccount: body.creditAccount,
      amountKobo: nairaToKobo(body.amount)!,
      narration: narrationOf(body),
      postingsTransactionType: body.postingsTransactionType ?? undefined,
      feeKobo: nairaToKobo(body.feeCharge ?? 0)!,
      feeIncomeGL: body.feeIncomeGL ?? undefined,
      instrumentNumber: body.instrumentNumber ?? undefined,
    });
  }
}

function narrationOf({ narration }: LocalFundTransferBody): string {
  return narration === undefined || narration === null || narration.trim() === '' ? DEFAULT_NARRATION : narration;
}
