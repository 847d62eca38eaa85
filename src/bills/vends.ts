import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Approval } from '../approvals/approval.entity';
import { type Tx, UnitOfWork } from '../common/database/unit-of-work';
import { Posting } from '../ledger/engine/posting.entity';
import { Payout } from '../payouts/payout.entity';
import { billsErrors } from './bills.errors';
import { BILL_VEND } from './vend-kind';
import { recordOfPayout, recordOfWaiting, type VendRecord } from './vend-record';

/** Vends by their payment reference, debited or not. */
@Injectable()
export class Vends {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** @throws VEND_NOT_FOUND (404) */
  async require(institutionId: number, paymentReference: string): Promise<VendRecord> {
    const record = await this.find(institutionId, paymentReference);
    if (!record) throw billsErrors.VEND_NOT_FOUND();
    return record;
  }

  /** Undefined when no vend was accepted under this reference. */
  async find(institutionId: number, paymentReference: string): Promise<VendRecord | undefined> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const posting = await tx.findOneBy(Posting, { institutionId, kind: BILL_VEND, reference: paymentReference });
      return posting ? (await this.records(tx, institutionId, [posting.id]))[0] : undefined;
    });
  }

  /** Vends by the ids of their postings, in that order. */
  async records(tx: Tx, institutionId: number, postingIds: number[]): Promise<VendRecord[]> {
    if (postingIds.length === 0) return [];
    const records = new Map(
      (await tx.findBy(Payout, { institutionId, postingId: In(postingIds) })).map((payout) => [
        payout.postingId,
        recordOfPayout(payout),
      ]),
    );
    const waitingIds = postingIds.filter((id) => !records.has(id));
    for (const record of await this.waiting(tx, institutionId, waitingIds)) records.set(record.postingId, record);
    return postingIds.map((id) => records.get(id)!);
  }

  /** A waiting vend has no payout yet; its approval keeps the instruction. */
  private async waiting(tx: Tx, institutionId: number, postingIds: number[]): Promise<VendRecord[]> {
    if (postingIds.length === 0) return [];
    const postings = await tx.findBy(Posting, { institutionId, id: In(postingIds) });
    const approvals = await tx.findBy(Approval, { institutionId, postingId: In(postingIds) });
    const accountOf = new Map(
      approvals.map(({ postingId, movement }) => [postingId, String(movement?.payload.accountNumber)]),
    );
    return postings.map((posting) => recordOfWaiting(posting, accountOf.get(posting.id) ?? ''));
  }
}
