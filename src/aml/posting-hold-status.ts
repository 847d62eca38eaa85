import { Injectable } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import { type HoldState, HoldStatus } from '../ledger/movements/hold-status';
import { AmlHold } from './aml-hold.entity';
import { approvalStateOf } from './screening-state';

/** Gives the ledger the AML state of a posting. */
@Injectable()
export class PostingHoldStatus extends HoldStatus {
  override async ofPosting(tx: Tx, institutionId: number, postingId: number): Promise<HoldState | undefined> {
    const hold = await tx.findOneBy(AmlHold, { institutionId, postingId });
    return hold ? { amlHold: hold.status !== 'Used', approvalStatus: approvalStateOf(hold.status) } : undefined;
  }

  override async postingOfRetry(tx: Tx, institutionId: number, requestReference: string): Promise<number | undefined> {
    const hold = await tx.findOneBy(AmlHold, { institutionId, executedRequestReference: requestReference });
    return hold?.postingId;
  }
}
