import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type DueRow, FIRST_KEY, STEP_PAGE_SIZE } from '../../business-day/daily-step';
import { type ClosingDay, type DayStep, DaySteps, type StepProgress } from '../../business-day/day-steps';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { FixedDepositMaturities } from '../fixed-deposit-maturities';
import { FixedDeposits } from '../fixed-deposits';

const DUE = `SELECT id, due_date::text AS "dueOn" FROM fixed_deposit
  WHERE institution_id = $1 AND status = 'Active' AND due_date <= $2 AND (due_date, id) > ($3, $4) ORDER BY due_date, id LIMIT ${STEP_PAGE_SIZE}`;

/**
 * Pays monthly interest, pays out what matures and rolls over what is to go on: whatever is due on the day that begins. The
 * next term of a rollover that was missed long ago may be due as well; it comes later in the same order.
 */
@Injectable()
export class FixedDepositMaturityStep implements DayStep, OnModuleInit {
  readonly name = 'fixed-deposit-maturity';
  readonly title = 'Fixed deposits due';

  constructor(
    private readonly steps: DaySteps,
    private readonly unitOfWork: UnitOfWork,
    private readonly deposits: FixedDeposits,
    private readonly maturities: FixedDepositMaturities,
  ) {}

  onModuleInit(): void {
    this.steps.register(this);
  }

  async run(day: ClosingDay, progress: StepProgress): Promise<void> {
    for (let rows = await this.page(day, FIRST_KEY); rows.length > 0; rows = await this.page(day, rows.at(-1)!)) {
      for (const { id } of rows) {
        if (progress.signal.aborted) return;
        await this.one(day, id, progress);
      }
    }
  }

  private async one({ institutionId, nextDate }: ClosingDay, id: number, progress: StepProgress): Promise<void> {
    const done = await this.unitOfWork
      .run(institutionId, async (tx) =>
        this.maturities.run(tx, await this.deposits.lock(tx, institutionId, id), nextDate),
      )
      .catch((error: unknown) => ({ error }));
    if (typeof done === 'object') await progress.failed({ subject: `fixed-deposit:${id}`, error: done.error });
    else if (done) await progress.advance(1);
  }

  private async page({ institutionId, nextDate }: ClosingDay, last: DueRow): Promise<DueRow[]> {
    const rows = await this.unitOfWork.read(institutionId, (tx) =>
      tx.query<{ id: string; dueOn: string }[]>(DUE, [institutionId, nextDate, last.dueOn, last.id]),
    );
    return rows.map(({ id, dueOn }) => ({ id: Number(id), dueOn }));
  }
}
