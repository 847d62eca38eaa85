import { Injectable } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import { Posting } from '../ledger/engine/posting.entity';
import { HoldStatus } from '../ledger/movements/hold-status';
import { findPostingsByReference, numberedFirst, postingKinds } from '../postings/find-postings-by-reference';
import type { ReceiptQuery } from './receipts.dto';
import { reportsErrors } from './reports.errors';

/** Finds the transaction of a receipt. */
@Injectable()
export class ReceiptPostings {
  constructor(private readonly holds: HoldStatus) {}

  /**
   * @throws TRANSACTION_NOT_FOUND (404), also when the id and the reference belong to different transactions;
   *   TRANSACTION_NOT_COMPLETED (422) when it moved no money; REFERENCE_NOT_UNIQUE (409)
   */
  async require(tx: Tx, institutionId: number, { TransactionID, ReferenceNumber }: ReceiptQuery): Promise<Posting> {
    const named =
      ReferenceNumber === undefined
        ? await tx.findBy(Posting, { institutionId, id: TransactionID! })
        : await this.byReference(tx, institutionId, ReferenceNumber);
    const candidates = named.filter(({ id }) => TransactionID === undefined || id === TransactionID);
    const [posting, ...others] = candidates.filter(({ status }) => status === 'Posted');
    if (others.length > 0) throw reportsErrors.REFERENCE_NOT_UNIQUE();
    if (posting) return posting;
    const [waiting] = candidates;
    if (!waiting) throw reportsErrors.TRANSACTION_NOT_FOUND();
    throw reportsErrors.TRANSACTION_NOT_COMPLETED(undefined, { status: waiting.status });
  }

  private async byReference(tx: Tx, institutionId: number, reference: string): Promise<Posting[]> {
    const found = await findPostingsByReference(tx, institutionId, reference, await postingKinds(tx, institutionId));
    if (found.length > 0) return numberedFirst(found, reference);
    const id = await this.holds.postingOfRetry(tx, institutionId, reference);
    return id === undefined ? [] : tx.findBy(Posting, { institutionId, id });
  }
}
