import { Injectable } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import { LedgerService } from '../ledger/engine/ledger.service';
import type { PostingOrigin } from '../ledger/engine/posting.entity';
import { systemPosting } from '../ledger/engine/posting-operation';
import { ORDINARY, type PostingLeg } from '../ledger/engine/posting-request';
import { ORDER_POSTING } from './fixed-deposit-kinds';
import { fixedDepositOrder } from './fixed-deposit-order.operation';

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
 * Posts for deposits. Orders of callers obey limits and are reported to AML; interest and maturity follow from the
 * contract and do not count. Any approval was given before. Post once per transaction, after all rows and accounts are
 * locked.
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
    const { postingId } = await this.ledger.requirePosted(tx, {
      ...posting,
      ...(valueDate === undefined ? {} : { valueDate }),
      narration: posting.narration.slice(0, 250),
      feeKobo: 0n,
      nature: ORDINARY,
      operation: (posting.kind === ORDER_POSTING ? fixedDepositOrder : systemPosting).with({
        metadata: { channel: 'fixed-deposit', ...metadata },
      }),
    });
    return postingId;
  }
}
