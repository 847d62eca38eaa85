import { setTimeout as sleep } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { IsNull } from 'typeorm';
import { AppConfig } from '../common/config/app-config';
import { InstitutionDirectory } from '../common/database/institution-directory.entity';
import { UnitOfWork } from '../common/database/unit-of-work';
import { Clock } from '../common/time/clock';
import { BusinessDateRolls, SYSTEM } from './business-date-rolls';

const EVERY_MS = 30_000;
/** Midnights of all time zones fall on quarters of an hour, so a business date becomes due at one. */
const QUARTER_MS = 900_000;
/** Institutions that one round looks at together; requests keep the other connections of the pool. */
const CONCURRENCY = 4;
/** A boot waits so long for its first round: enough for a thousand institutions; a load balancer waits longer. */
const BOOT_WAIT_MS = 5_000;

/**
 * Starts the end of day of every institution at its local midnight, and at boot for missed days, and resumes closings
 * of a killed process. At the end of the boot the dates have moved; with thousands of institutions, the last of them a
 * moment later, as at midnight. A job runs the steps.
 */
@Injectable()
export class EndOfDayScheduler implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(EndOfDayScheduler.name);
  private running: Promise<void> | undefined;
  private stopped = false;
  /** Institutions that had nothing due in this quarter of an hour; with thousands, most rounds look at none. */
  private readonly quiet = new Set<number>();
  private quarter = 0;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly rolls: BusinessDateRolls,
    private readonly config: AppConfig,
    private readonly clock: Clock,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (!this.config.backgroundWork) return;
    await Promise.race([this.tick(), sleep(BOOT_WAIT_MS, undefined, { ref: false })]);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    await this.running;
  }

  /** One round. A call during another returns the end of that one, because many institutions may take longer. */
  @Interval(EVERY_MS)
  tick(): Promise<void> {
    if (this.stopped) return Promise.resolve();
    this.running ??= this.startAll(this.quietNow())
      .catch((error: unknown) => {
        const err = error as Error;
        this.logger.warn({ err }, 'The business dates could not be checked; the next round tries again.');
      })
      .finally(() => (this.running = undefined));
    return this.running;
  }

  /**
   * Starts every institution that is due. A failure of one does not stop the others.
   * @param quiet institutions that are not looked at
   */
  async startAll(quiet: ReadonlySet<number> = new Set()): Promise<void> {
    const institutions = await this.unitOfWork.routing((tx) =>
      tx.findBy(InstitutionDirectory, { retiredAt: IsNull() }),
    );
    // The workers share one iterator, so each institution is taken by one of them.
    const left = institutions.values();
    const work = async (): Promise<void> => {
      for (const { institutionId } of left) {
        if (this.stopped) return;
        if (!quiet.has(institutionId)) await this.startOne(institutionId);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
  }

  private quietNow(): ReadonlySet<number> {
    const quarter = Math.floor(this.clock.now().getTime() / QUARTER_MS);
    if (quarter !== this.quarter) this.quiet.clear();
    this.quarter = quarter;
    return this.quiet;
  }

  private async startOne(institutionId: number): Promise<void> {
    try {
      const { start, until } = await this.rolls.foresee(institutionId);
      if (start === 'nothing-due') this.quiet.add(institutionId);
      if (start !== 'started') return;
      const goal = { institutionId, until, startedBy: SYSTEM };
      await this.unitOfWork.run(institutionId, (tx) => this.rolls.start(tx, goal));
    } catch (error) {
      this.logger.error(
        { err: error as Error, institutionId },
        'The end of a day could not be started; the next round tries again.',
      );
    }
  }
}
