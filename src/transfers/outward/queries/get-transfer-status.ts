import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Tx, UnitOfWork } from '../../../common/database/unit-of-work';
import { type Posting, postingReferenceNumber } from '../../../ledger/engine/posting.entity';
import { PostingEntry } from '../../../ledger/engine/posting-entry.entity';
import { Payout } from '../../../payouts/payout.entity';
import { Payouts } from '../../../payouts/payouts';
import { TRANSFER_KIND } from '../../../postings/posting-kinds';
import { chargedKobo, FEE, STAMP_DUTY, VAT } from '../../transfer-legs';
import { TransferPostings, type TransferState } from '../../transfer-postings';
import { transfersErrors } from '../../transfers.errors';
import { OUTWARD_TRANSFER } from '../outward-transfer-kind';
import { amountsView, outwardTransferView } from '../outward-transfer-view';
import type { OutwardTransferView, TransferStatusView } from '../outward-transfers.dto';

/** The status of a transfer, local or outward. An open payout is advanced first, which may query the provider. */
export class GetTransferStatus extends Query<TransferStatusView> {
  constructor(
    readonly institutionId: number,
    readonly transactionRef: string,
  ) {
    super();
  }
}

type Charges = { narration: string; amountKobo: bigint }[];

@QueryHandler(GetTransferStatus)
export class GetTransferStatusHandler implements IQueryHandler<GetTransferStatus> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly payouts: Payouts,
    private readonly transfers: TransferPostings,
  ) {}

  /** @throws TRANSFER_NOT_FOUND (404) */
  async execute({ institutionId, transactionRef }: GetTransferStatus): Promise<TransferStatusView> {
    const known = await this.unitOfWork.read(institutionId, (tx) => this.find(tx, institutionId, transactionRef));
    if (!known) throw transfersErrors.TRANSFER_NOT_FOUND();
    if (known.payout)
      await this.payouts.advance(institutionId, OUTWARD_TRANSFER, known.payout.reference, 'status-query');
    return this.unitOfWork.read(institutionId, async (tx) => {
      const state = (await this.find(tx, institutionId, transactionRef))!;
      return viewOf(state, state.payout || state.posting.status !== 'Posted' ? [] : await chargesOf(tx, state.posting));
    });
  }

  private async find(tx: Tx, institutionId: number, transactionRef: string): Promise<TransferState | undefined> {
    const state = await this.transfers.find(tx, institutionId, transactionRef, [OUTWARD_TRANSFER, TRANSFER_KIND]);
    if (state) return state;
    const payout = await tx.findOneBy(Payout, { institutionId, kind: OUTWARD_TRANSFER, sessionId: transactionRef });
    return payout ? this.transfers.find(tx, institutionId, payout.reference, [OUTWARD_TRANSFER]) : undefined;
  }
}

/** The charges that the debited account paid beyond the amount. */
async function chargesOf(tx: Tx, { institutionId, id }: Posting): Promise<Charges> {
  const entries = await tx.findBy(PostingEntry, { institutionId, postingId: id, side: 'credit' });
  return entries.flatMap(({ role, narration, amountKobo }) =>
    role === 'principal' ? [] : [{ narration: narration ?? '', amountKobo }],
  );
}

function viewOf(
  { posting, payout, processingStatus, amlHold, approvalStatus }: TransferState,
  charges: Charges,
): TransferStatusView {
  return {
    ...(payout ? outwardTransferView(payout) : withoutPayout(posting, processingStatus, charges)),
    transferType: posting.kind === OUTWARD_TRANSFER ? 'Outward' : 'Local',
    postingReferenceNumber: postingReferenceNumber(posting.id),
    transactionDate: (posting.postedAt ?? posting.createdAt).toISOString(),
    amlHold,
    approvalStatus,
    failureReason: posting.failureMessage,
  };
}

/** A local transfer, or an outward transfer that was not debited: it waits, was declined or failed. */
function withoutPayout(
  posting: Posting,
  processingStatus: TransferState['processingStatus'],
  charges: Charges,
): OutwardTransferView {
  const amounts = amountsView({
    amountKobo: posting.amountKobo,
    feeKobo: chargedKobo(charges, FEE),
    vatKobo: chargedKobo(charges, VAT),
    stampDutyKobo: chargedKobo(charges, STAMP_DUTY),
  });
  return {
    transactionReference: posting.reference,
    sessionID: null,
    processingStatus,
    ...amounts,
    ...(posting.status === 'Posted' ? {} : { totalDebited: 0 }),
    responseCode: null,
    responseMessage: posting.failureMessage,
    isReversed: posting.reversedById !== null,
  };
}
