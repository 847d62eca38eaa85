import { Injectable } from '@nestjs/common';
import type { ClosingDay } from '../../business-day/day-steps';
import type { Tx } from '../../common/database/unit-of-work';
import { Outcome } from '../../common/http/outcome';
import { LedgerService } from '../../ledger/engine/ledger.service';
import { mergeLegs } from '../../ledger/engine/merge-legs';
import type { PostingLeg } from '../../ledger/engine/posting-request';

/** The posting of a chunk of loans. */
export interface ChunkEntry {
  kind: string;
  maker: string;
  narration: string;
  /** The first loan with a leg. With the date it makes the reference, so that no loan is posted twice for a day. */
  firstLoanId: number;
  legs: readonly PostingLeg[];
}

/** Posts the amounts of many loans at once: a leg for each loan's account, one for each ledger. */
@Injectable()
export class ChunkPosting {
  constructor(private readonly ledger: LedgerService) {}

  /** @throws AppError the ledger's refusal */
  async post(
    tx: Tx,
    { institutionId, date }: ClosingDay,
    { kind, maker, narration, firstLoanId, legs }: ChunkEntry,
  ): Promise<void> {
    const merged = mergeLegs(legs);
    if (merged.length === 0) return;
    const decision = await this.ledger.postWithin(tx, {
      institutionId,
      kind,
      reference: `${date}:${firstLoanId}`,
      origin: 'system',
      maker,
      narration,
      legs: merged,
      amountKobo: merged.reduce((sum, { side, amountKobo }) => (side === 'debit' ? sum + amountKobo : sum), 0n),
      feeKobo: 0n,
      valueDate: date,
      countsTowardsLimits: false,
      reply: () => Outcome.done({}),
    });
    if (decision.kind === 'refused') throw decision.error;
    if (decision.kind !== 'posted')
      throw new Error(`The posting of a chunk of loans was not posted: ${decision.kind}.`);
  }
}
