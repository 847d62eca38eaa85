import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { type ClosingDay, type DayStep, DaySteps } from '../business-day/day-steps';
import { UnitOfWork } from '../common/database/unit-of-work';
import { type JobHandler, JobHandlers, type RunningJob } from '../common/jobs/job-handlers';
import { MemberOf } from '../common/registry/registry';
import { readControlTotals } from './control-totals';
import { OpenExceptions } from './open-exceptions';
import { StepRuns } from './step-runs';

/** Kind of the job that runs steps of a closed day again, for the rows that failed. */
export const STEP_RERUN_JOB = 'end-of-day-rerun';

/** The job's payload. */
export interface StepRerun {
  date: string;
  nextDate: string;
  steps: string[];
}

/** Runs steps of a closed day again. The steps find the rows that are left; the day stays closed. */
@Injectable()
@MemberOf(JobHandlers)
export class StepRerunWorker implements JobHandler, OnModuleDestroy {
  readonly kind = STEP_RERUN_JOB;
  readonly lane = 'end-of-day';
  private readonly stopping = new AbortController();

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly steps: DaySteps,
    private readonly stepRuns: StepRuns,
    private readonly openExceptions: OpenExceptions,
  ) {}

  onModuleDestroy(): void {
    this.stopping.abort();
  }

  async run({ institutionId, payload }: RunningJob): Promise<void> {
    const { steps, ...dates } = payload as unknown as StepRerun;
    for (const step of this.steps.inOrder().filter(({ name }) => steps.includes(name))) {
      const day: ClosingDay = {
        institutionId,
        ...dates,
        failedBefore: await this.failedBefore(institutionId, dates.date, step),
      };
      const totals = await this.unitOfWork.read(institutionId, (tx) => readControlTotals(tx, institutionId));
      const stepRun = await this.stepRuns.begin(day, step, totals);
      const isDone = await this.stepRuns.run(day, stepRun, this.stopping.signal);
      // A job that fails is tried again; one that returned early would count as done.
      if (!isDone) throw new Error('The process stops; the next one continues.');
      await this.stepRuns.resolve(day, stepRun);
    }
  }

  private failedBefore(institutionId: number, date: string, { name }: DayStep): Promise<string[]> {
    return this.unitOfWork.read(institutionId, (tx) =>
      this.openExceptions.subjects(tx, { institutionId, date, step: name }),
    );
  }
}
