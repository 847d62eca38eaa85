import { Injectable } from '@nestjs/common';
import { type ChunkedRows, ChunkRunner, findsNone } from '../../business-day/chunk-runner';
import { type ClosingDay, type DayStep, DaySteps, type StepProgress } from '../../business-day/day-steps';
import { DUE_PAGE_SIZE, type DueKey, FIRST_DUE_KEY, pageByDueDate } from '../../business-day/row-pages';
import type { Tx } from '../../common/database/unit-of-work';
import { MemberOf } from '../../common/registry/registry';
import { FixedDepositMaturities } from '../fixed-deposit-maturities';
import { FixedDeposits } from '../fixed-deposits';

const DUE = `SELECT id, due_date::text AS "dueOn" FROM fixed_deposit
  WHERE institution_id = $1 AND status = 'Active' AND due_date <= $2 AND (due_date, id) > ($3, $4)
  ORDER BY due_date, id LIMIT ${DUE_PAGE_SIZE}`;

/**
 * Pays monthly interest and pays out or rolls over the deposits that mature, for all deposits due on the day that
 * begins (`docs/domain/deposits-and-interest.md#52-maturity-and-rollover`). When a rollover is days late, its next term
 * may be due too; it comes later in the same order.
 */
@Injectable()
@MemberOf(DaySteps)
export class FixedDepositMaturityStep implements DayStep {
  readonly name = 'fixed-deposit-maturity';
  readonly title = 'Fixed deposits due';

  constructor(
    private readonly chunks: ChunkRunner,
    private readonly deposits: FixedDeposits,
    private readonly maturities: FixedDepositMaturities,
  ) {}

  isDone(tx: Tx, day: ClosingDay): Promise<boolean> {
    return findsNone(tx, this.dueRows(day));
  }

  async run(day: ClosingDay, progress: StepProgress): Promise<void> {
    await this.chunks.run(day, this.dueRows(day), progress);
  }

  private dueRows(day: ClosingDay): ChunkedRows<DueKey> {
    const { institutionId, nextDate } = day;
    return {
      subject: 'fixed-deposit',
      chunkSize: 1,
      firstKey: FIRST_DUE_KEY,
      nextPage: (tx, after) => pageByDueDate(tx, DUE, [institutionId, nextDate, after]),
      process: async (tx, [id]) => {
        const deposit = await this.deposits.lock(tx, institutionId, id!);
        return (await this.maturities.run(tx, deposit, nextDate)) ? 1 : 0;
      },
    };
  }
}
