import { Injectable } from '@nestjs/common';
import { type ClosingDay, type DayStep, DaySteps, type StepProgress } from '../../business-day/day-steps';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { AppError } from '../../common/errors/app-error';
import { MemberOf } from '../../common/registry/registry';
import { LoanProvisions } from '../provisions/loan-provisions';

/**
 * Keeps the positions of loans at the end of the date, and books what their provisions changed by
 * (`docs/domain/provisions.md`). Settings that are missing leave everything as it is and are an exception of the day.
 */
@Injectable()
@MemberOf(DaySteps)
export class LoanProvisionsStep implements DayStep {
  readonly name = 'loan-provisions';
  readonly title = 'Positions and provisions of loans';

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly provisions: LoanProvisions,
  ) {}

  async run(day: ClosingDay, progress: StepProgress): Promise<void> {
    try {
      await progress.advance(await this.unitOfWork.run(day.institutionId, (tx) => this.provisions.renew(tx, day)));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await progress.failed({ subject: 'loan-provisions', error });
    }
  }
}
