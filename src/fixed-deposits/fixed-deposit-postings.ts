import { Injectable } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import { Outcome } from '../common/http/outcome';
import { LedgerService } from '../ledger/engine/ledger.service';
import type { PostingOrigin } from '../ledger/engine/posting.entity';
import type { PostingLeg } from '../ledger/engine/posting-request';

/** A posting of a deposit's principal or interest. */
export interface DepositPosting {
  institutionId: number;
  kind: string;
  reference: string;
  origin: PostingOrigin;
  maker: string;
  narration: string;
  legs: PostingLeg[];
  /** The principal moved, or the interest when no principal moves. */
  amountKobo: bigint;
  valueDate?: string;
  metadata: Record<string, unknown>;
}

/**
 * Posts for deposits. The postings move the customer's own money, so they are neither screened nor counted towards
 * limits, and any approval was given before. Post once per transaction, after all rows and accounts are locked.
 */
@Injectable()
export class FixedDepositPostings {
  constructor(private readonly ledger: LedgerService) {}

  /**
   * @returns the posting's id; null when there are no legs.
   * @throws the ledger's refusals, such as INSUFFICIENT_FUNDS (422)
   */
  async post(tx: Tx, { metadata, valueDate, ...posting }: DepositPosting): Promise<number | null> {
    if (posting.legs.length === 0) return null;
    const decision = await this.ledger.postWithin(tx, {
      ...posting,
      ...(valueDate === undefined ? {} : { valueDate }),
      narration: posting.narration.slice(0, 250),
      feeKobo: 0n,
      countsTowardsLimits: false,
      metadata: () => ({ channel: 'fixed-deposit', ...metadata }),
      reply: ({ postingReferenceNumber }) => Outcome.done({ postingReferenceNumber }),
    });
    if (decision.kind === 'refused') throw decision.error;
    if (decision.kind !== 'posted') throw new Error(`A fixed deposit was not posted: ${decision.kind}.`);
    return decision.postingId;
  }
}
