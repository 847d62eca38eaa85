import { Injectable } from '@nestjs/common';
import { DaySteps } from '../business-day/day-steps';
import type { Tx } from '../common/database/unit-of-work';
import { daysBetween } from '../common/time/calendar';
import { Institution } from '../institutions/institution.entity';
import { BusinessDateRolls } from './business-date-rolls';
import type { EndOfDayProgressView } from './end-of-day.dto';
import { endOfDayErrors } from './end-of-day.errors';
import { EndOfDayRun } from './end-of-day-run.entity';
import { EndOfDayStep } from './end-of-day-step.entity';
import { endOfDayView, stepView } from './end-of-day-views';
import { OpenExceptions } from './open-exceptions';

/** Reads the progress of a day's closing. */
@Injectable()
export class EndOfDayReader {
  constructor(
    private readonly rolls: BusinessDateRolls,
    private readonly steps: DaySteps,
    private readonly openExceptions: OpenExceptions,
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
    if (!run) return { businessDate, calendarDate, daysDue, endOfDay: null, steps: [] };
    const rows = await tx.findBy(EndOfDayStep, { institutionId, date: run.date });
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
      steps: this.steps.inOrder().map((step) =>
        stepView(
          step,
          rows.find((row) => row.step === step.name),
          openOf(step.name),
        ),
      ),
    };
  }
}
