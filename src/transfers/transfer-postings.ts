import { Injectable } from '@nestjs/common';
import { Approval } from '../approvals/approval.entity';
import type { Tx } from '../common/database/unit-of-work';
import { Posting } from '../ledger/engine/posting.entity';
import { HoldStatus } from '../ledger/movements/hold-status';
import { Payout } from '../payouts/payout.entity';
import { findPostingsByReference, numberedFirst } from '../postings/find-postings-by-reference';
import { OUTWARD_TRANSFER } from './outward/outward-transfer-kind';
import { localProcessingStatus, type ProcessingStatus } from './processing-status';

/** The present state of a transfer, local or outward. */
export interface TransferState {
  posting: Posting;
  /** The payout of an outward transfer that was debited; null otherwise. */
  payout: Payout | null;
  processingStatus: ProcessingStatus;
  /** True while AML holds the transfer. */
  amlHold: boolean;
  /** Status of the decision that the transfer waits for or that ended it; null otherwise. */
  approvalStatus: string | null;
}

/** Finds transfers by the references that clients use. */
@Injectable()
export class TransferPostings {
  constructor(private readonly holds: HoldStatus) {}

  /**
   * @param kinds the posting kinds to search; where several use the reference, the first of them wins.
   * @param reference the `postingReferenceNumber`, which comes first, the business reference, or the request reference
   *   of the retry after a released hold.
   */
  async find(
    tx: Tx,
    institutionId: number,
    reference: string,
    kinds: readonly string[],
  ): Promise<TransferState | undefined> {
    const found = (await findPostingsByReference(tx, institutionId, reference, kinds)).filter(({ kind }) =>
      kinds.includes(kind),
    );
    const [first] = numberedFirst(found, reference).sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind));
    const posting = first ?? (await this.findRetry(tx, institutionId, reference, kinds));
    return posting && this.stateOf(tx, posting);
  }

  async stateOf(tx: Tx, posting: Posting): Promise<TransferState> {
    const { institutionId, id, kind, status } = posting;
    const payout =
      kind === OUTWARD_TRANSFER && status === 'Posted'
        ? await tx.findOneBy(Payout, { institutionId, postingId: id })
        : null;
    return {
      posting,
      payout,
      processingStatus: payout?.status ?? localProcessingStatus(posting),
      ...(await this.decision(tx, posting)),
    };
  }

  private async findRetry(
    tx: Tx,
    institutionId: number,
    reference: string,
    kinds: readonly string[],
  ): Promise<Posting | undefined> {
    const id = await this.holds.postingOfRetry(tx, institutionId, reference);
    const posting = id === undefined ? null : await tx.findOneBy(Posting, { institutionId, id });
    return posting && kinds.includes(posting.kind) ? posting : undefined;
  }

  /** The decision that a transfer waits for or that ended it: AML's while it is held, otherwise the latest approval. */
  private async decision(
    tx: Tx,
    { institutionId, id, status }: Posting,
  ): Promise<Pick<TransferState, 'amlHold' | 'approvalStatus'>> {
    if (status === 'Posted') return { amlHold: false, approvalStatus: null };
    const hold = await this.holds.ofPosting(tx, institutionId, id);
    if (hold?.amlHold) return hold;
    const approval = await tx.findOne(Approval, {
      where: { institutionId, postingId: id },
      order: { createdAt: 'DESC', id: 'DESC' },
    });
    return { amlHold: false, approvalStatus: approval?.status ?? null };
  }
}
