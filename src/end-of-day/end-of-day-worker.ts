import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { type JobHandler, JobHandlers, type RunningJob } from '../common/jobs/job-handlers';
import { MemberOf } from '../common/registry/registry';
import { BusinessDateRolls, END_OF_DAY_JOB, type Goal } from './business-date-rolls';
import { DayCloser, type DayEnd, StepFailedError } from './day-closer';
import type { EndOfDayRun } from './end-of-day-run.entity';
import { failureText } from './step-runs';

/** Closes the days of one institution in order, up to a date. The lease of the job keeps other processes away. */
@Injectable()
@MemberOf(JobHandlers)
export class EndOfDayWorker implements JobHandler, OnModuleDestroy {
  readonly kind = END_OF_DAY_JOB;
  readonly lane = 'end-of-day';
  private readonly stopping = new AbortController();

  constructor(
    private readonly rolls: BusinessDateRolls,
    private readonly closer: DayCloser,
  ) {}

  /**
   * Runs before the job runner waits for its jobs: the running step ends before its next row, and the next process
   * continues.
   */
  onModuleDestroy(): void {
    this.stopping.abort();
  }

  async run({ institutionId, id, payload, isLastAttempt }: RunningJob): Promise<void> {
    const goal = { institutionId, ...(payload as unknown as Omit<Goal, 'institutionId'>) };
    let end: DayEnd = 'completed';
    while (end === 'completed' && !this.stopping.signal.aborted) {
      const day = await this.rolls.next(goal, id);
      if (!day) return;
      end = await this.close(day, isLastAttempt === true);
    }
  }

  private async close(day: EndOfDayRun, isLastAttempt: boolean): Promise<DayEnd> {
    try {
      return await this.closer.close(day, this.stopping.signal);
    } catch (error) {
      if (this.stopping.signal.aborted) return 'interrupted';
      const text =
        error instanceof StepFailedError
          ? `The step "${error.step.title}" failed: ${failureText(error.cause)}`
          : failureText(error);
      if (isLastAttempt) return this.closer.stop(day, text);
      await this.closer.note(day, `${text} (tried again)`);
      throw error instanceof StepFailedError ? error.cause : error;
    }
  }
}
