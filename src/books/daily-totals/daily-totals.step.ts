import { Injectable } from '@nestjs/common';
import { type ClosingDay, type DayStep, DaySteps, type StepProgress } from '../../business-day/day-steps';
import { MemberOf } from '../../common/registry/registry';
import { DailyTotals } from './daily-totals';

/**
 * Writes the daily totals of the closing date, and of dates that are missing before it. It is the first step: its rows
 * are of entries that were booked on the date, and the steps book on the next one.
 */
@Injectable()
@MemberOf(DaySteps)
export class DailyTotalsStep implements DayStep {
  readonly name = 'daily-totals';
  readonly title = 'Daily totals of accounts and ledgers';

  constructor(private readonly totals: DailyTotals) {}

  async run(day: ClosingDay, progress: StepProgress): Promise<void> {
    while (!progress.signal.aborted) {
      const written = await this.totals.writeNext(day);
      if (!written) return;
      await progress.advance(written.rows);
      if (written.isLast) return;
    }
  }
}
