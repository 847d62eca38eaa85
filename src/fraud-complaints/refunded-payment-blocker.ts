import { Injectable } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import { MemberOf } from '../common/registry/registry';
import type { Posting } from '../ledger/engine/posting.entity';
import { type ReversalBlocker, ReversalBlockers } from '../postings/reversal-blockers';
import { FraudComplaint } from './fraud-complaint.entity';

/**
 * A payment whose complaint was refunded is not reversed as well: its money would go back twice. Nor is the posting
 * that refunded it: the customer would have nothing of what the complaint says.
 */
@Injectable()
@MemberOf(ReversalBlockers)
export class RefundedPaymentBlocker implements ReversalBlocker {
  readonly name = 'refunded-payments';

  async blocks(tx: Tx, { institutionId, id }: Posting): Promise<string | undefined> {
    const status = 'refunded' as const;
    const found = await tx.findBy(FraudComplaint, [
      { institutionId, postingId: id, status },
      { institutionId, refundPostingId: id, status },
    ]);
    if (found.length === 0) return undefined;
    // Clients read the sentences, so they name no suspicion.
    return found.some(({ postingId }) => postingId === id)
      ? 'Money of this transaction was given back already; correct what remains with a manual posting.'
      : 'This transaction gave money back that is settled; correct it with a manual posting.';
  }
}
