import { Injectable } from '@nestjs/common';
import { type ClosingDay, type DayStep, DaySteps, type StepProgress } from '../../../business-day/day-steps';
import { type Tx, UnitOfWork } from '../../../common/database/unit-of-work';
import { MemberOf } from '../../../common/registry/registry';
import { SavingsProductTerms } from '../../../products/terms/savings-product-terms.entity';
import { InterestBooking } from '../booking/interest-booking';
import { PeriodInterestPoster } from './period-interest-poster';
import { endsPeriod } from './posting-period';

/**
 * Posts accrued savings interest less withholding tax, when a date ends the period of a product's terms
 * (`docs/domain/deposits-and-interest.md#2-savings-interest-posting`).
 */
@Injectable()
@MemberOf(DaySteps)
export class SavingsPostingStep implements DayStep {
  readonly name = 'savings-posting';
  readonly title = 'Posting of savings interest';

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly postings: PeriodInterestPoster,
    private readonly booking: InterestBooking,
  ) {}

  async isDone(tx: Tx, day: ClosingDay): Promise<boolean> {
    return (await dueProducts(tx, day)).length === 0;
  }

  async run(day: ClosingDay, progress: StepProgress): Promise<void> {
    const due = await this.unitOfWork.read(day.institutionId, (tx) => dueProducts(tx, day));
    if (due.length === 0) return;
    await this.postings.postSavings(day, due, progress);
    if (!progress.signal.aborted) await this.booking.book(day, 'savings', 'rounding', progress);
  }
}

/** The products whose period ends with the date. */
async function dueProducts(tx: Tx, { institutionId, date }: ClosingDay): Promise<number[]> {
  const terms = await tx.findBy(SavingsProductTerms, { institutionId });
  return terms.filter(({ interestPosting }) => endsPeriod(interestPosting, date)).map(({ id }) => id);
}
