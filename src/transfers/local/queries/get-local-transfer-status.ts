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
 * The status of a local transfer. It finds manual postings too, and outward transfers, because a client of
 * `fundstransfer` need not know which kind the transfer was (docs/api/transfers.md#status-queries-and-search).
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
      // By the status, because staff can correct a return, which debits the account again.
      isReversed: processingStatus === 'Reversed',
      amlHold,
      approvalStatus,
      failureReason: posting.failureMessage,
    };
  }
}
