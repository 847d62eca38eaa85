import { Injectable } from '@nestjs/common';
import type { ClosingDay } from '../../business-day/day-steps';
import type { Tx } from '../../common/database/unit-of-work';
import { LedgerService } from '../../ledger/engine/ledger.service';
import { mergeLegs } from '../../ledger/engine/merge-legs';
import { SYSTEM_POSTING } from '../../ledger/engine/posting-operation';
import { ORDINARY, type PostingLeg } from '../../ledger/engine/posting-request';

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

  /** @returns the id of the posting; null without legs. @throws AppError the ledger's refusal */
  async post(
    tx: Tx,
    { institutionId, date }: ClosingDay,
    { kind, maker, narration, firstLoanId, legs }: ChunkEntry,
  ): Promise<number | null> {
    const merged = mergeLegs(legs);
    if (merged.length === 0) return null;
    const { postingId } = await this.ledger.requirePosted(tx, {
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
      operation: SYSTEM_POSTING,
      nature: ORDINARY,
    });
    return postingId;
  }
}
