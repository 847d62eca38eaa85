import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { InstitutionDirectory } from './institution-directory.entity';
import { UnitOfWork } from './unit-of-work';

/**
 * The least time of a round for each institution: each kind of work asks at most twenty institutions a second, so that
 * a database with thousands of quiet ones is not kept busy by questions. A hundred take five seconds.
 */
export const INSTITUTION_MS = 50;

/** Work for one institution after the other. */
export interface RoundWork {
  /** Logged with an error of one institution: a sentence that says what failed and what happens next. */
  failure: string;
  /** True where institutions that a reset of the sandbox replaced still need the work. */
  alsoRetired?: true;
  run(institutionId: number): Promise<unknown>;
}

/** A kind of background work, which is done in rounds over every institution. */
export class InstitutionRound {
  private running: Promise<void> | undefined;
  private nextAt = 0;
  private stopped = false;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly logger: Logger,
    private readonly work: RoundWork,
  ) {}

  /**
   * One round, unless one is running or the last one began a moment ago. A failure for one institution is logged, and
   * the others go on; the next round tries again.
   */
  async run(): Promise<void> {
    if (this.running || this.stopped || performance.now() < this.nextAt) return;
    this.running = this.overAll().finally(() => (this.running = undefined));
    await this.running;
  }

  /** True once the program stops: long work for one institution ends at its next step. */
  get isStopped(): boolean {
    return this.stopped;
  }

  /** Ends a running round after the institution that it is at; no other begins. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.running;
  }

  private async overAll(): Promise<void> {
    try {
      const startedAt = performance.now();
      const which = this.work.alsoRetired ? {} : { retiredAt: IsNull() };
      const institutions = await this.unitOfWork.routing((tx) => tx.findBy(InstitutionDirectory, which));
      this.nextAt = startedAt + institutions.length * INSTITUTION_MS;
      for (const { institutionId } of institutions) {
        if (this.stopped) return;
        await this.runOne(institutionId);
      }
    } catch (error) {
      this.logger.warn({ err: error as Error }, this.work.failure);
    }
  }

  private async runOne(institutionId: number): Promise<void> {
    try {
      await this.work.run(institutionId);
    } catch (error) {
      this.logger.warn({ err: error as Error, institutionId }, this.work.failure);
    }
  }
}

/** Makes the rounds of background work, and ends them when the program stops. */
@Injectable()
export class InstitutionRounds implements BeforeApplicationShutdown {
  private readonly rounds: InstitutionRound[] = [];

  constructor(private readonly unitOfWork: UnitOfWork) {}

  of(logger: Logger, work: RoundWork): InstitutionRound {
    const round = new InstitutionRound(this.unitOfWork, logger, work);
    this.rounds.push(round);
    return round;
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.rounds.map((round) => round.stop()));
  }
}
