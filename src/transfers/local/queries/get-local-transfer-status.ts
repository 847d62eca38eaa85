import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import { koboToNaira } from '../../../common/money/naira';
import { postingReferenceNumber } from '../../../ledger/engine/posting.entity';
import { DIRECT_KINDS } from '../../../postings/posting-kinds';
import { OUTWARD_TRANSFER } from '../../outward/outward-transfer-kind';
import { TransferPostings } from '../../transfer-postings';
import { transfersErrors } from '../../transfers.errors';
import type { LocalTransferStatusView } from '../local-transfers.dto';

/**
 * How a local transfer stands; manual postings are found too, because a client asks for them in the same way, and funds
 * transfers that left the house, because their client need not know that they did.
 */
export class GetLocalTransferStatus extends Query<LocalTransferStatusView> {
  constructor(
    readonly institutionId: number,
    readonly referenceNumber: string,
  ) {
    super();
  }
}

@QueryHandler(GetLocalTransferStatus)
export class GetLocalTransferStatusHandler implements IQueryHandler<GetLocalTransferStatus> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly transfers: TransferPostings,
  ) {}

  /** @throws TRANSFER_NOT_FOUND (404) */
  async execute({ institutionId, referenceNumber }: GetLocalTransferStatus): Promise<LocalTransferStatusView> {
    const state = await this.unitOfWork.read(institutionId, (tx) =>
      this.transfers.find(tx, institutionId, referenceNumber, [...DIRECT_KINDS, OUTWARD_TRANSFER]),
    );
    if (!state) throw transfersErrors.TRANSFER_NOT_FOUND();
    const { posting, processingStatus, amlHold, approvalStatus } = state;
    return {
      isSuccessful: processingStatus === 'Processed',
      referenceNumber: posting.reference,
      postingReferenceNumber: postingReferenceNumber(posting.id),
      amount: koboToNaira(posting.amountKobo),
      transactionDate: (posting.postedAt ?? posting.createdAt).toISOString(),
      processingStatus,
      isReversed: posting.reversedById !== null,
      amlHold,
      approvalStatus,
      failureReason: posting.failureMessage,
    };
  }
}
