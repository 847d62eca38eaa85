import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import { koboToNaira } from '../../common/money/naira';
import { Approval } from '../../approvals/approval.entity';
import { HoldStatus } from '../../ledger/hold-status';
import { Posting, postingReferenceNumber } from '../../ledger/posting.entity';
import { findPostings } from '../../postings/find-posting';
import { DIRECT_KINDS, TRANSFER_KIND } from '../../postings/posting-kinds';
import { localProcessingStatus } from '../processing-status';
import { transfersErrors } from '../transfers.errors';
import type { LocalTransferStatusView } from '../transfers.dto';

/** How a local transfer stands; manual postings are found too, because a client asks for them in the same way. */
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
    private readonly holds: HoldStatus,
  ) {}

  /** @throws TRANSFER_NOT_FOUND (404) */
  async execute({ institutionId, referenceNumber }: GetLocalTransferStatus): Promise<LocalTransferStatusView> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const posting = await this.find(tx, institutionId, referenceNumber);
      if (!posting) throw transfersErrors.TRANSFER_NOT_FOUND();
      const { amlHold, approvalStatus } = await this.decision(tx, posting);
      const processingStatus = localProcessingStatus(posting);
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
    });
  }

  /** A transfer comes before a manual posting that happens to have the same reference. */
  private async find(tx: Tx, institutionId: number, reference: string): Promise<Posting | undefined> {
    const found = (await findPostings(tx, institutionId, reference, DIRECT_KINDS)).filter(({ kind }) => DIRECT_KINDS.includes(kind));
    if (found.length > 0) return found.find(({ kind }) => kind === TRANSFER_KIND) ?? found[0];
    const retriedId = await this.holds.postingOfRetry(tx, institutionId, reference);
    return retriedId === undefined ? undefined : ((await tx.findOneBy(Posting, { institutionId, id: retriedId })) ?? undefined);
  }

  /** The decision that a transfer waits for or was ended by: AML's while it holds it, else the last approval asked for. */
  private async decision(tx: Tx, { institutionId, id, status }: Posting): Promise<{ amlHold: boolean; approvalStatus: string | null }> {
    if (status === 'Posted') return { amlHold: false, approvalStatus: null };
    const hold = await this.holds.ofPosting(tx, institutionId, id);
    if (hold?.amlHold) return hold;
    const approval = await tx.findOne(Approval, { where: { institutionId, postingId: id }, order: { createdAt: 'DESC', id: 'DESC' } });
    return { amlHold: false, approvalStatus: approval?.status ?? null };
  }
}
