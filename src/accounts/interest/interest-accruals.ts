import { Injectable } from '@nestjs/common';
import type { ClosingDay, StepProgress } from '../../business-day/day-steps';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import { ACCRUAL_CHUNK_SIZE, type AccrualChunk, regroupStatement } from './accrual-statements';
import type { InterestKind } from './interest-kinds';

/** What is accrued: a statement of `accrual-statements.ts` and its values after the fourth. */
export interface AccrualWork {
  kind: InterestKind;
  statement: string;
  values: unknown[];
}

/** Accrues the interest of a day, a transaction for some thousands of accounts, in memory that does not grow with them. */
@Injectable()
export class InterestAccruals {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Goes through all accounts, or until the process stops. */
  async accrue({ institutionId, date }: ClosingDay, work: AccrualWork, progress: StepProgress): Promise<void> {
    let lastId: string | null = '0';
    while (lastId !== null && !progress.signal.aborted) {
      const afterId: string = lastId;
      const chunk: AccrualChunk = await this.unitOfWork.run(institutionId, (tx) =>
        accrueChunk(tx, institutionId, date, afterId, work),
      );
      if (chunk.accounts > 0) await progress.advance(chunk.accounts);
      lastId = chunk.lastId;
    }
  }
}

async function accrueChunk(
  tx: Tx,
  institutionId: number,
  date: string,
  afterId: string,
  { kind, statement, values }: AccrualWork,
): Promise<AccrualChunk> {
  const [chunk] = await tx.query<[AccrualChunk]>(statement, [
    institutionId,
    afterId,
    ACCRUAL_CHUNK_SIZE,
    date,
    ...values,
  ]);
  if (chunk.moved > 0) await tx.query(regroupStatement(kind), [institutionId, afterId, chunk.lastId]);
  return chunk;
}
