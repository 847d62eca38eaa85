import { Injectable } from '@nestjs/common';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { Movements } from '../../ledger/movements/movements';
import type { Payout, PayoutStatus } from '../../payouts/payout.entity';
import { Payouts } from '../../payouts/payouts';
import { transfersErrors } from '../transfers.errors';
import { OutwardTransferPlanner } from './outward-transfer.planner';
import { OUTWARD_TRANSFER } from './outward-transfer-kind';
import { outwardTransferView } from './outward-transfer-view';
import type { OutwardTransferBody } from './outward-transfers.dto';

const NOT_FINAL = 'Transfer accepted; its outcome is not final yet: query tsq';

const MESSAGES: Record<Exclude<PayoutStatus, 'Reversed' | 'Failed'>, string> = {
  Processed: 'Transfer successful',
  Pending: NOT_FINAL,
  Processing: NOT_FINAL,
  PendingTSQ: NOT_FINAL,
  ConfirmManually: 'The outcome is unknown; staff will confirm it from the settlement report: query tsq',
};

/** Sends an outward transfer: debits it, then advances its payout as far as it goes now. */
@Injectable()
export class OutwardTransfers {
  constructor(
    private readonly movements: Movements,
    private readonly planner: OutwardTransferPlanner,
    private readonly payouts: Payouts,
  ) {}

  /**
   * @returns the present state of the transfer, also for a repeated request; 202 when it is held or waits for approval;
   *   422 TRANSFER_REVERSED or TRANSFER_FAILED with the transfer in its
   *   data.
   * @throws the errors of `OutwardTransferPlanner` and of the posting engine.
   */
  async send(write: WriteRequest, body: OutwardTransferBody): Promise<Outcome> {
    const outcome = await this.movements.submit(this.planner, { write, origin: 'api', body });
    if (outcome.httpStatus === 422 || write.dryRun) return outcome;
    const payout = await this.payouts.advance(
      write.institutionId,
      OUTWARD_TRANSFER,
      body.transactionReference,
      'request',
    );
    // A held or queued transfer has no payout yet.
    return payout ? answerOf(payout, outcome.meta) : outcome;
  }
}

function answerOf(payout: Payout, meta: Outcome['meta']): Outcome {
  const view = outwardTransferView(payout);
  if (payout.status !== 'Reversed' && payout.status !== 'Failed')
    return Outcome.done(view, MESSAGES[payout.status], meta);
  const { code, httpStatus, message } =
    payout.status === 'Reversed' ? transfersErrors.TRANSFER_REVERSED : transfersErrors.TRANSFER_FAILED;
  return new Outcome(
    httpStatus,
    false,
    `${message} ${view.responseMessage ?? ''}`.trim(),
    { statusCode: code, ...view },
    meta,
  );
}
