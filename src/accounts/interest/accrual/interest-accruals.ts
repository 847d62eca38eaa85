import { Injectable } from '@nestjs/common';
import { ChunkRunner } from '../../../business-day/chunk-runner';
import type { ClosingDay, StepProgress } from '../../../business-day/day-steps';
import type { InterestKind } from '../interest-kinds';
import { ACCRUAL_CHUNK_SIZE, type AccrualChunk, regroupStatement } from './accrual-statements';

/** A statement of `accrual-statements.ts` and its values after the fourth. */
export interface AccrualWork {
  kind: InterestKind;
  statement: string;
  values: unknown[];
}

/**
 * Accrues the interest of a day: one SQL statement for some thousands of accounts, so that memory does not grow with
 * them.
 */
@Injectable()
export class InterestAccruals {
  constructor(private readonly chunks: ChunkRunner) {}

  /**
   * Accrues for all accounts, or until the process stops.
   * @throws the database's error; the job then runs the step again
   */
  async accrue(day: ClosingDay, { kind, statement, values }: AccrualWork, progress: StepProgress): Promise<void> {
    const { institutionId, date } = day;
    await this.chunks.runStatement(
      day,
      {
        firstKey: '0',
        execute: async (tx, after) => {
          const [{ lastId, accounts, moved }] = await tx.query<[AccrualChunk]>(statement, [
            institutionId,
            after,
            ACCRUAL_CHUNK_SIZE,
            date,
            ...values,
          ]);
          if (moved > 0) await tx.query(regroupStatement(kind), [institutionId, after, lastId]);
          return { last: lastId ?? undefined, done: accounts };
        },
      },
      progress,
    );
  }
}
