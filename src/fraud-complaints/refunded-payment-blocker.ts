import { Injectable } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import { MemberOf } from '../common/registry/registry';
import type { Posting } from '../ledger/engine/posting.entity';
import { type ReversalBlocker, ReversalBlockers } from '../postings/reversal-blockers';
import { FraudComplaint } from './fraud-complaint.entity';

/** A payment whose complaint was refunded is not reversed as well: its money would go back twice. */
@Injectable()
@MemberOf(ReversalBlockers)
export class RefundedPaymentBlocker implements ReversalBlocker {
  readonly name = 'refunded-payments';

  async blocks(tx: Tx, { institutionId, id: postingId }: Posting): Promise<string | undefined> {
    const isRefunded = await tx.existsBy(FraudComplaint, { institutionId, postingId, status: 'refunded' });
    // Clients read the sentence, so it names no suspicion.
    return isRefunded
      ? 'Money of this transaction was given back already; correct what remains with a manual posting.'
      : undefined;
  }
}
