import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { DaySteps } from '../business-day/day-steps';
import type { Tx } from '../common/database/unit-of-work';
import { daysBetween } from '../common/time/calendar';
import { Clock } from '../common/time/clock';
import { Institution } from '../institutions/institution.entity';
import { BusinessDateRolls } from './business-date-rolls';
import type { EndOfDayProgressView } from './end-of-day.dto';
import { endOfDayErrors } from './end-of-day.errors';
import { EndOfDayRun } from './end-of-day-run.entity';
import { EndOfDayStep } from './end-of-day-step.entity';
import { endOfDayView, stepView } from './end-of-day-views';
import { estimateEnd, estimateSteps, type StepEstimate, type StepTimes } from './estimate-end';
import { OpenExceptions } from './open-exceptions';

/** Reads the progress of a day's closing. */
@Injectable()
export class EndOfDayReader {
  constructor(
    private readonly rolls: BusinessDateRolls,
    private readonly steps: DaySteps,
    private readonly openExceptions: OpenExceptions,
    private readonly clock: Clock,
  ) {}

  /**
   * @param calendarDate today in the institution's zone.
   * @param date the business date; by default the one whose closing began last.
   * @throws END_OF_DAY_NOT_FOUND (404) for a date that was never closed.
   */
  async progress(tx: Tx, institutionId: number, calendarDate: string, date?: string): Promise<EndOfDayProgressView> {
    const { businessDate } = await tx.findOneByOrFail(Institution, { institutionId });
    const run =
      date === undefined
        ? await this.rolls.last(tx, institutionId)
        : await tx.findOneBy(EndOfDayRun, { institutionId, date });
    if (!run && date !== undefined) throw endOfDayErrors.END_OF_DAY_NOT_FOUND();
    const daysDue = Math.max(0, daysBetween(businessDate, calendarDate));
    if (!run) return { businessDate, calendarDate, daysDue, endOfDay: null, estimatedEndAt: null, steps: [] };
    const rows = await tx.findBy(EndOfDayStep, { institutionId, date: run.date });
    const { estimates, estimatedEndAt } = await this.estimate(tx, run, rows);
    const open = await this.openExceptions.countByStep(tx, institutionId, [run.date]);
    const openOf = (step: string): number => open.find((counted) => counted.step === step)?.count ?? 0;
    return {
      businessDate,
      calendarDate,
      daysDue,
      endOfDay: endOfDayView(
        run,
        open.reduce((sum, { count }) => sum + count, 0),
      ),
      estimatedEndAt: estimatedEndAt?.toISOString() ?? null,
      steps: this.steps.inOrder().map((step) =>
        stepView(
          step,
          rows.find((row) => row.step === step.name),
          openOf(step.name),
          estimates.get(step.name)!,
        ),
      ),
    };
  }

  /** The rates of the steps, and the ends of those that are left while the day runs. */
  private async estimate(
    tx: Tx,
    { institutionId, date, status }: EndOfDayRun,
    rows: readonly EndOfDayStep[],
  ): Promise<{ estimates: Map<string, StepEstimate>; estimatedEndAt: Date | null }> {
    const earlier = await tx.findOne(EndOfDayRun, {
      where: { institutionId, date: LessThan(date), status: 'Completed' },
      order: { date: 'DESC' },
    });
    const earlierSteps = earlier ? await tx.findBy(EndOfDayStep, { institutionId, date: earlier.date }) : [];
    const steps = this.steps.inOrder().map(({ name }): StepTimes => {
      const row = rows.find(({ step }) => step === name);
      return row ?? { step: name, rowsDone: 0, startedAt: null, finishedAt: null };
    });
    const now = this.clock.institutionNow(institutionId);
    const estimates = estimateSteps(steps, earlierSteps, now);
    if (status === 'Running')
      return { estimates, estimatedEndAt: earlier && estimateEnd(estimates, steps, proofMs(earlier, earlierSteps), now) };
    for (const estimate of estimates.values()) estimate.estimatedEndAt = null;
    return { estimates, estimatedEndAt: null };
  }
}

/** How long the proof of a closed day took after its last step. */
function proofMs({ finishedAt }: EndOfDayRun, steps: readonly StepTimes[]): number {
  const lastMs = Math.max(...steps.map((step) => step.finishedAt?.getTime() ?? 0));
  return finishedAt === null || lastMs === 0 ? 0 : Math.max(0, finishedAt.getTime() - lastMs);
}
