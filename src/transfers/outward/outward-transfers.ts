import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { Posting } from '../../ledger/engine/posting.entity';
import { Movements } from '../../ledger/movements/movements';
import type { Payout, PayoutStatus } from '../../payouts/payout.entity';
import { Payouts } from '../../payouts/payouts';
import { transfersErrors } from '../transfers.errors';
import type { OutwardTransferBody } from './outward-transfer.dto';
import { OutwardTransferPlanner } from './outward-transfer.planner';
import { OUTWARD_TRANSFER } from './outward-transfer-kind';
import { outwardTransferView, unsentTransferView } from './outward-transfer-view';

const UNDER_WAY = 'Transfer accepted; its outcome is not final yet: query tsq';

const MESSAGES: Record<Exclude<PayoutStatus, 'Reversed' | 'Failed'>, string> = {
  Processed: 'Transfer successful',
  Pending: UNDER_WAY,
  Processing: UNDER_WAY,
  PendingTSQ: UNDER_WAY,
  ConfirmManually:
    'The provider does not say what became of the transfer; staff confirm it from the settlement report: query tsq',
};

/** Sends money to another institution: debits it, then takes it as far as it goes now. */
@Injectable()
export class OutwardTransfers {
  constructor(
    private readonly movements: Movements,
    private readonly planner: OutwardTransferPlanner,
    private readonly payouts: Payouts,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * @returns the state the transfer is in now, also for a repeated request, and for one that staff have decided since; 202 when
   *   it is held or waits for approval; 422 TRANSFER_REVERSED or TRANSFER_FAILED with the transfer in its data.
   * @throws what `OutwardTransferPlanner` and the posting engine refuse.
   */
  async send(write: WriteRequest, body: OutwardTransferBody): Promise<Outcome> {
    const outcome = await this.movements.submit(this.planner, { write, origin: 'api', body });
    const wasQueued = isQueuedBefore(outcome);
    if (outcome.httpStatus !== 200 && !wasQueued) return outcome;
    const payout = await this.payouts.advance(
      write.institutionId,
      OUTWARD_TRANSFER,
      body.transactionReference,
      'request',
    );
    if (payout) return answerOf(payout, outcome.meta);
    if (wasQueued)
      return (await this.endedUnsent(write.institutionId, body.transactionReference, outcome.meta)) ?? outcome;
    throw new Error(`The outward transfer ${body.transactionReference} was debited without a payout.`);
  }

  /** The answer for a transfer that waited in vain; undefined while it waits. */
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
        : 'The transfer was approved, but could not be executed any more; no funds moved.';
    return new Outcome(httpStatus, false, message, { statusCode: code, ...unsentTransferView(posting) }, meta);
  }
}

/** Whether this repeats the answer of a request that was queued for approval, and may have been sent since. A hold takes a retry of its own. */
function isQueuedBefore({ httpStatus, data, meta }: Outcome): boolean {
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
