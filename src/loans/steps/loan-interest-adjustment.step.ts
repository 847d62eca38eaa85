import { Injectable } from '@nestjs/common';
import { ChunkRunner } from '../../business-day/chunk-runner';
import { type ClosingDay, type DayStep, DaySteps, type StepProgress } from '../../business-day/day-steps';
import { pageById } from '../../business-day/row-pages';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import { AppError } from '../../common/errors/app-error';
import { MemberOf } from '../../common/registry/registry';
import { RUNNING_STATUSES } from '../contract/loan-status';
import { WITHOUT_PLAN } from '../effective-interest/adjustment-statements';
import { InterestAdjustments } from '../effective-interest/interest-adjustments';
import { LoanPlanning } from '../effective-interest/loan-planning';

const CHUNK_SIZE = 100;

/**
 * On the last day of a month, books the adjustments of loan interest that IFRS 9 asks for
 * (`docs/domain/provisions.md#effective-interest`). Ledgers that are missing leave everything as it is and are an
 * exception of the day.
 */
@Injectable()
@MemberOf(DaySteps)
export class LoanInterestAdjustmentStep implements DayStep {
  readonly name = 'loan-interest-adjustment';
  readonly title = 'Effective interest of loans';

  constructor(
    private readonly chunks: ChunkRunner,
    private readonly unitOfWork: UnitOfWork,
    private readonly plans: LoanPlanning,
    private readonly adjustments: InterestAdjustments,
  ) {}

  isDone(_tx: Tx, day: ClosingDay): Promise<boolean> {
    return Promise.resolve(!endsMonth(day));
  }

  async run(day: ClosingDay, progress: StepProgress): Promise<void> {
    const { institutionId, date } = day;
    if (!endsMonth(day)) return;
    if (await this.unitOfWork.read(institutionId, (tx) => this.adjustments.isOn(tx, institutionId)))
      await this.chunks.run(
        day,
        {
          subject: 'loan',
          chunkSize: CHUNK_SIZE,
          firstKey: 0,
          nextPage: (tx, after) =>
            pageById(tx, WITHOUT_PLAN(CHUNK_SIZE), [institutionId, after, RUNNING_STATUSES, date]),
          process: async (tx, ids) => {
            await this.plans.add(tx, institutionId, ids);
            return ids.length;
          },
        },
        progress,
      );
    try {
      await progress.advance(await this.unitOfWork.run(institutionId, (tx) => this.adjustments.renew(tx, day)));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await progress.failed({ subject: 'loan-interest-adjustment', error });
    }
  }
}

function endsMonth({ nextDate }: ClosingDay): boolean {
  return nextDate.endsWith('-01');
}
