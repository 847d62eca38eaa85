import { Injectable } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import { AppError } from '../common/errors/app-error';
import { LedgerService } from '../ledger/engine/ledger.service';
import { Posting } from '../ledger/engine/posting.entity';
import { SYSTEM_POSTING } from '../ledger/engine/posting-operation';
import { REVERSAL_KIND } from '../postings/posting-kinds';
import { type Mirror, ReversalBuilder } from '../postings/reversal-builder';
import type { Payout } from './payout.entity';
import { PayoutProviders } from './payout-provider';

/** Gives the money of a failed payout back, charges included. */
@Injectable()
export class PayoutReversals {
  constructor(
    private readonly ledger: LedgerService,
    private readonly mirrors: ReversalBuilder,
    private readonly channels: PayoutProviders,
  ) {}

  /**
   * Posts the mirror in the caller's transaction, which has locked the payout. It is neither screened nor queued: no choice is
   * left about it.
   * @returns the reversal's posting; undefined when the ledger refuses it as its accounts stand.
   */
  async reverse(tx: Tx, payout: Payout): Promise<number | undefined> {
    const { institutionId, postingId } = payout;
    const original = await tx.findOneByOrFail(Posting, { institutionId, id: postingId });
    const { title } = this.channels.of(payout);
    const mirror = await this.mirrorOf(tx, original);
    if (!mirror) return undefined;
    const decision = await this.ledger.postWithin(tx, {
      ...mirror,
      institutionId,
      operation: SYSTEM_POSTING,
      nature: { type: 'reversal', postingId, restoresLimits: true },
      kind: REVERSAL_KIND,
      reference: this.mirrors.reference(original),
      origin: 'system',
      maker: 'system:payouts',
      narration: `Reversal of ${title.toLowerCase()} ${payout.reference}`.slice(0, 250),
    });
    if (decision.kind === 'refused') return undefined;
    if (decision.kind !== 'posted') throw new Error(`The reversal of a payout was decided as ${decision.kind}.`);
    return decision.postingId;
  }

  /** Undefined when the money has nowhere to go: its account is closed and there is no ledger for such money. */
  private async mirrorOf(tx: Tx, original: Posting): Promise<Mirror | undefined> {
    try {
      return await this.mirrors.build(tx, original);
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  }
}
