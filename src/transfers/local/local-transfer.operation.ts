import { Injectable, type OnModuleInit } from '@nestjs/common';
import { nairaToKobo } from '../../common/money/naira';
import type { MovementSource } from '../../ledger/engine/posting-request';
import {
  type Movement,
  type MovementOperation,
  MovementOperations,
  type PostingPlan,
} from '../../ledger/movements/movement-operations';
import type { FundsTransferBody } from '../outward/funds-transfer.dto';
import { textOr } from '../text-or';
import { type LocalTransferInstruction, LocalTransferPlanner } from './local-transfer-planner';
import type { LocalFundTransferBody } from './local-transfers.dto';

const DEFAULT_NARRATION = 'Local transfer';

/** Moves money inside the house: `localfundtransfer`, and `fundstransfer` to the own institution. One approval policy holds for both. */
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
    return this.planner.plan(
      institutionId,
      'transactionReference' in source.payload ? fromFundsTransfer(source) : fromLocalFundTransfer(source),
    );
  }
}

/** Its body has no reference of its own, so the request reference is the transfer's. */
function fromLocalFundTransfer({ payload, requestReference }: MovementSource): LocalTransferInstruction {
  const body = payload as unknown as LocalFundTransferBody;
  if (requestReference === undefined) throw new Error('A local transfer needs a request reference.');
  // Optional fields may have been sent as null, which means the same as leaving them out.
  return {
    reference: requestReference,
    debitAccount: body.debitAccount,
    creditAccount: body.creditAccount,
    amountKobo: nairaToKobo(body.amount)!,
    narration: textOr(body.narration, DEFAULT_NARRATION),
    postingsTransactionType: body.postingsTransactionType ?? undefined,
    feeKobo: nairaToKobo(body.feeCharge ?? 0)!,
    feeIncomeGL: body.feeIncomeGL ?? undefined,
    instrumentNumber: body.instrumentNumber ?? undefined,
  };
}

/** A funds transfer that stays in the house. Its sender is a customer, as in every funds transfer. */
function fromFundsTransfer({ payload }: MovementSource): LocalTransferInstruction {
  const body = payload as unknown as FundsTransferBody;
  const narration = textOr(body.originatorNarration, DEFAULT_NARRATION);
  return {
    reference: body.transactionReference,
    debitAccount: body.originatorAccountNumber,
    creditAccount: body.beneficiaryAccountNumber,
    fields: { debit: 'originatorAccountNumber', credit: 'beneficiaryAccountNumber' },
    customersOnly: true,
    amountKobo: nairaToKobo(body.amount)!,
    narration,
    beneficiaryNarration: textOr(body.beneficiaryNarration, narration),
    feeKobo: 0n,
  };
}
