import { Injectable } from '@nestjs/common';
import type { ClosingDay } from '../../business-day/day-steps';
import type { Tx } from '../../common/database/unit-of-work';
import { LedgerService } from '../../ledger/engine/ledger.service';
import { SYSTEM_POSTING } from '../../ledger/engine/posting-operation';
import { ORDINARY, type PostingLeg } from '../../ledger/engine/posting-request';

/** What the loans of a chunk move together. */
export interface ChunkEntry {
  kind: string;
  maker: string;
  narration: string;
  /** The first loan that something moves of: with the date it is the reference, so that no loan is posted twice for a day. */
  firstLoanId: number;
  legs: readonly PostingLeg[];
}

/** Posts what a step of the day recognises of many loans: a leg for each loan's account, one for each ledger. */
@Injectable()
export class ChunkPosting {
  constructor(private readonly ledger: LedgerService) {}

  /** @throws what the ledger refuses */
  async post(
    tx: Tx,
    { institutionId, date }: ClosingDay,
    { kind, maker, narration, firstLoanId, legs }: ChunkEntry,
  ): Promise<void> {
    const merged = mergeLegs(legs);
    if (merged.length === 0) return;
    await this.ledger.requirePosted(tx, {
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
  }
}

/** One leg for each account, side and role. */
export function mergeLegs(legs: readonly PostingLeg[]): PostingLeg[] {
  const merged = new Map<string, PostingLeg>();
  for (const leg of legs) {
    const key = `${leg.accountId}|${leg.side}|${leg.role}`;
    const known = merged.get(key);
    merged.set(key, known ? { ...known, amountKobo: known.amountKobo + leg.amountKobo } : leg);
  }
  return [...merged.values()];
}
