import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { IsNull } from 'typeorm';
import { AppConfig } from '../common/config/app-config';
import { InstitutionDirectory } from '../common/database/institution-directory.entity';
import { UnitOfWork } from '../common/database/unit-of-work';
import { BusinessDateRolls, SYSTEM } from './business-date-rolls';

const EVERY_MS = 30_000;

/**
 * Starts the end of day of every institution at its local midnight, and at boot for missed days, and resumes closings
 * of a killed process. At the end of the boot the date has moved; a job runs the steps.
 */
@Injectable()
export class EndOfDayScheduler implements OnApplicationBootstrap {
  private readonly logger = new Logger(EndOfDayScheduler.name);

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly rolls: BusinessDateRolls,
    private readonly config: AppConfig,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (this.config.backgroundWork) await this.startAll();
  }

  @Interval(EVERY_MS)
  async tick(): Promise<void> {
    try {
      await this.startAll();
    } catch (error) {
      this.logger.warn({ err: error as Error }, 'The business dates could not be checked; the next round tries again.');
    }
  }

  /** Starts every institution that is due. A failure of one does not stop the others. */
  async startAll(): Promise<void> {
    const institutions = await this.unitOfWork.routing((tx) =>
      tx.findBy(InstitutionDirectory, { retiredAt: IsNull() }),
    );
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
