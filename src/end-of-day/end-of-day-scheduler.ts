import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { UnitOfWork } from '../common/database/unit-of-work';
import { InstitutionDirectory } from '../institutions/institution-directory.entity';
import { BusinessDateRolls, SYSTEM } from './business-date-rolls';

const EVERY_MS = 30_000;

/**
 * Begins the end of every institution's day at its local midnight, and at boot for days that were missed; goes on with
 * what a killed process left. The date has moved when the boot is over, the steps are a job.
 */
@Injectable()
export class EndOfDayScheduler implements OnApplicationBootstrap {
  private readonly logger = new Logger(EndOfDayScheduler.name);

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly rolls: BusinessDateRolls,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.startAll();
  }

  @Interval(EVERY_MS)
  async tick(): Promise<void> {
    try {
      await this.startAll();
    } catch (error) {
      this.logger.warn({ err: error as Error }, 'The business dates could not be checked; the next round tries again.');
    }
  }

  /** Starts every institution that is due; one that fails does not keep the others back. */
  async startAll(): Promise<void> {
    const institutions = await this.unitOfWork.routing((tx) => tx.find(InstitutionDirectory));
    for (const { institutionId } of institutions) {
      try {
        await this.start(institutionId);
      } catch (error) {
        this.logger.error(
          { err: error as Error, institutionId },
          'The end of a day could not be started; the next round tries again.',
        );
      }
    }
  }

  private async start(institutionId: number): Promise<void> {
    const until = await this.rolls.today(institutionId);
    if ((await this.rolls.foresee(institutionId, until)) !== 'started') return;
    await this.unitOfWork.run(institutionId, (tx) => this.rolls.start(tx, { institutionId, until, startedBy: SYSTEM }));
  }
}
