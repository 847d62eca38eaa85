import { Injectable } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import { LedgerService } from '../ledger/engine/ledger.service';
import type { PostingOrigin } from '../ledger/engine/posting.entity';
import { systemPosting } from '../ledger/engine/posting-operation';
import { ORDINARY, type PostingLeg } from '../ledger/engine/posting-request';

/** A movement of deposits' money or interest. */
export interface DepositPosting {
  institutionId: number;
  kind: string;
  reference: string;
  origin: PostingOrigin;
  maker: string;
  narration: string;
  legs: PostingLeg[];
  /** The principal that moves, or the interest when none does. */
  amountKobo: bigint;
  valueDate?: string;
  metadata: Record<string, unknown>;
}

/**
 * Posts what deposits move: the customer's own money, neither screened nor limited, and approved before if it had to be.
 * Once per transaction, after every row and account that it depends on is locked.
 */
@Injectable()
export class FixedDepositPostings {
  constructor(private readonly ledger: LedgerService) {}

  /** @returns the posting's id; null when there is nothing to post. @throws the engine's refusals, such as INSUFFICIENT_FUNDS (422) */
  async post(tx: Tx, { metadata, valueDate, ...posting }: DepositPosting): Promise<number | null> {
    if (posting.legs.length === 0) return null;
    const { postingId } = await this.ledger.requirePosted(tx, {
      ...posting,
      ...(valueDate === undefined ? {} : { valueDate }),
      narration: posting.narration.slice(0, 250),
      feeKobo: 0n,
      nature: ORDINARY,
      operation: systemPosting.with({ metadata: { channel: 'fixed-deposit', ...metadata } }),
    });
    return postingId;
  }
}
