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

/** Returns the money of a failed payout, charges included. */
@Injectable()
export class PayoutReversals {
  constructor(
    private readonly ledger: LedgerService,
    private readonly mirrors: ReversalBuilder,
    private readonly providers: PayoutProviders,
  ) {}

  /**
   * Posts the mirror in the caller's transaction, which has locked the payout. The mirror is neither screened nor
   * queued for approval, because the money must go back in any case.
   * @returns the id of the reversal's posting; undefined when the ledger refuses it in the present state of its
   *   accounts.
   */
  async reverse(tx: Tx, payout: Payout): Promise<number | undefined> {
    const { institutionId, postingId } = payout;
    const original = await tx.findOneByOrFail(Posting, { institutionId, id: postingId });
    const { title } = this.providers.forPayout(payout);
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
    if (decision.kind !== 'posted') throw new Error(`The reversal of a payout ended as ${decision.kind}.`);
    return decision.postingId;
  }

  /** Undefined when the account is closed and no ledger of unclaimed funds is configured. */
  private async mirrorOf(tx: Tx, original: Posting): Promise<Mirror | undefined> {
    try {
      return await this.mirrors.build(tx, original);
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  }
}
