import { Module } from '@nestjs/common';
import { BusinessDayModule } from '../business-day/business-day.module';
import { DailyTotals } from './daily-totals/daily-totals';
import { DailyTotalsStep } from './daily-totals/daily-totals.step';
import { DailyTotalsProofs } from './daily-totals/daily-totals-proofs';

/** The books as of any past day: daily totals of accounts and ledgers. */
@Module({
  imports: [BusinessDayModule],
  providers: [DailyTotals, DailyTotalsStep, DailyTotalsProofs],
})
export class BooksModule {}
