import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { Posting } from '../../ledger/engine/posting.entity';
import { Movements } from '../../ledger/movements/movements';
import type { Payout, PayoutStatus } from '../../payouts/payout.entity';
import { Payouts } from '../../payouts/payouts';
import { transfersErrors } from '../transfers.errors';
import { OutwardTransferPlanner } from './outward-transfer.planner';
import { OUTWARD_TRANSFER } from './outward-transfer-kind';
import { outwardTransferView, unsentTransferView } from './outward-transfer-view';
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
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * @returns the present state of the transfer, also for a repeated request and for one that staff have decided since;
   *   202 when it is held or waits for approval; 422 TRANSFER_REVERSED or TRANSFER_FAILED with the transfer in its
   *   data.
   * @throws the errors of `OutwardTransferPlanner` and of the posting engine.
   */
  async send(write: WriteRequest, body: OutwardTransferBody): Promise<Outcome> {
    const outcome = await this.movements.submit(this.planner, { write, origin: 'api', body });
    const isReplayOfQueued = isQueuedReplay(outcome);
    if (outcome.httpStatus !== 200 && !isReplayOfQueued) return outcome;
    const payout = await this.payouts.advance(
      write.institutionId,
      OUTWARD_TRANSFER,
      body.transactionReference,
      'request',
    );
    if (payout) return answerOf(payout, outcome.meta);
    if (isReplayOfQueued)
      return (await this.endedUnsent(write.institutionId, body.transactionReference, outcome.meta)) ?? outcome;
    throw new Error(`The outward transfer ${body.transactionReference} was debited without a payout.`);
  }

  /** The answer for a transfer that was declined or failed after approval; undefined while it waits. */
  private async endedUnsent(
    institutionId: number,
    reference: string,
    meta: Outcome['meta'],
  ): Promise<Outcome | undefined> {
    const posting = await this.unitOfWork.read(institutionId, (tx) =>
      tx.findOneBy(Posting, { institutionId, kind: OUTWARD_TRANSFER, reference }),
    );
    if (posting?.status !== 'Declined' && posting?.status !== 'Failed') return undefined;
    const { code, httpStatus } = transfersErrors.TRANSFER_FAILED;
    const message =
      posting.status === 'Declined'
        ? 'Staff declined the transfer; no funds moved.'
        : 'The transfer was approved but could not be executed; no funds moved.';
    return new Outcome(httpStatus, false, message, { statusCode: code, ...unsentTransferView(posting) }, meta);
  }
}

/**
 * True for the replay of a request that was queued for approval, which may have been sent since. A held request needs a
 * retry with a new request reference instead.
 */
function isQueuedReplay({ httpStatus, data, meta }: Outcome): boolean {
  return (
    httpStatus === 202 && meta.replayed === true && (data as { statusCode?: string }).statusCode === 'PENDING_APPROVAL'
  );
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
    `${message} ${payout.responseMessage ?? ''}`.trim(),
    { statusCode: code, ...view },
    meta,
  );
}
