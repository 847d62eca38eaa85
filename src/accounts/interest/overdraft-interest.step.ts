import { Injectable } from '@nestjs/common';
import { type ClosingDay, type DayStep, DaySteps, type StepProgress } from '../../business-day/day-steps';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import { MemberOf } from '../../common/registry/registry';
import { Overdraft } from '../overdrafts/overdraft.entity';
import { ACCRUE_OVERDRAFTS } from './accrual/accrual-statements';
import { onePercentFactor } from './accrual/day-share';
import { InterestAccruals } from './accrual/interest-accruals';
import { BooksOfInterest } from './booking/books-of-interest';
import { InterestBooking } from './booking/interest-booking';
import { InterestTotal } from './booking/interest-total.entity';
import { PeriodInterestPoster } from './posting/period-interest-poster';
import { endsPeriod } from './posting/posting-period';

/** An overdraft has a rate and no other terms; its year has 365 days, as is usual in the market. */
const DAY_COUNT = 'ACT/365';

/**
 * Accrues a day's interest of overdrawn accounts at the rate of their overdraft, books its total, and charges the
 * accounts at the end of each month, also past their limits
 * (`docs/domain/deposits-and-interest.md#3-overdraft-interest`).
 */
@Injectable()
@MemberOf(DaySteps)
export class OverdraftInterestStep implements DayStep {
  readonly name = 'overdraft-interest';
  readonly title = 'Overdraft interest';

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly accruals: InterestAccruals,
    private readonly books: BooksOfInterest,
    private readonly booking: InterestBooking,
    private readonly postings: PeriodInterestPoster,
  ) {}

  /** Without an overdraft nothing accrues; without a total nothing is booked or posted. */
  async isDone(tx: Tx, { institutionId }: ClosingDay): Promise<boolean> {
    return (
      !(await tx.existsBy(Overdraft, { institutionId })) &&
      !(await tx.existsBy(InterestTotal, { institutionId, kind: 'overdraft' }))
    );
  }

  async run(day: ClosingDay, progress: StepProgress): Promise<void> {
    await this.accruals.accrue(
      day,
      { kind: 'overdraft', statement: ACCRUE_OVERDRAFTS, values: [onePercentFactor(DAY_COUNT, day.date)] },
      progress,
    );
    if (
      progress.signal.aborted ||
      !(await this.hasInterest(day.institutionId)) ||
      !(await this.hasLedgers(day.institutionId, progress))
    )
      return;
    await this.booking.book(day, 'overdraft', 'accrual', progress);
    if (!endsPeriod('Monthly', day.date)) return;
    await this.postings.postOverdrafts(day, progress);
    if (!progress.signal.aborted) await this.booking.book(day, 'overdraft', 'rounding', progress);
  }

  /** An institution without overdrawn accounts need not configure their ledgers. */
  private async hasInterest(institutionId: number): Promise<boolean> {
    return this.unitOfWork.read(institutionId, (tx) =>
      tx.existsBy(InterestTotal, { institutionId, kind: 'overdraft' }),
    );
  }

  /** Without ledgers the interest waits, and the day has one exception that names it. */
  private async hasLedgers(institutionId: number, progress: StepProgress): Promise<boolean> {
    try {
      await this.unitOfWork.read(institutionId, (tx) => this.books.ofOverdrafts(tx, institutionId));
      return true;
    } catch (error) {
      await progress.failed({ subject: 'overdraft-interest-ledgers', error });
      return false;
    }
  }
}
