import { setTimeout as sleep } from 'node:timers/promises';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { Job } from '../../common/jobs/job.entity';
import { addDays } from '../../common/time/calendar';
import { BusinessDateRolls } from '../../end-of-day/business-date-rolls';
import { Institution } from '../../institutions/institution.entity';
import type { Providers } from '../providers';

const POLL_MS = 50;
const STARTED_BY = 'system:sandbox-history';

/** A day of the history could not be closed. */
export class HistoryStoppedError extends Error {
  override readonly name = 'HistoryStoppedError';
}

/** Moves a sandbox institution that began in the past towards today. */
export class HistoryClock {
  private readonly unitOfWork: UnitOfWork;
  private readonly rolls: BusinessDateRolls;

  constructor(
    app: Providers,
    private readonly institutionId: number,
    private readonly signal: AbortSignal,
  ) {
    this.unitOfWork = app.get(UnitOfWork);
    this.rolls = app.get(BusinessDateRolls);
  }

  /** Days by which the institution is behind real time; 0 for one that is not. */
  async daysToGo(): Promise<number> {
    const { clockAheadDays } = await this.institution();
    return Math.max(0, -(clockAheadDays ?? 0));
  }

  /**
   * Closes business days until the institution is so many days behind real time.
   * @throws HistoryStoppedError when a closing stopped; AbortError when the process stops
   */
  async moveTo(daysToGo: number): Promise<void> {
    const { institutionId } = this;
    while ((await this.daysToGo()) > daysToGo) {
      const { businessDate } = await this.institution();
      const until = addDays(businessDate, (await this.daysToGo()) - daysToGo);
      const goal = { institutionId, until, startedBy: STARTED_BY, movesClock: true as const };
      const start = await this.unitOfWork.run(institutionId, (tx) => this.rolls.start(tx, goal));
      if (start === 'stopped') throw new HistoryStoppedError(await this.problem());
      if (start === 'blocked') throw new HistoryStoppedError('The business date must not end yet.');
      await this.closed();
    }
  }

  /** Waits until no closing runs. */
  private async closed(): Promise<void> {
    const { institutionId } = this;
    for (;;) {
      const isBusy = await this.unitOfWork.read(institutionId, async (tx) => {
        const last = await this.rolls.last(tx, institutionId);
        if (!last || last.status === 'Stopped') return false;
        const job = await tx.findOneBy(Job, { institutionId, id: last.jobId });
        return last.status === 'Running' || job?.status === 'queued';
      });
      if (!isBusy) return;
      await sleep(POLL_MS, undefined, { signal: this.signal });
    }
  }

  private async problem(): Promise<string> {
    const { institutionId } = this;
    const last = await this.unitOfWork.read(institutionId, (tx) => this.rolls.last(tx, institutionId));
    return last?.problem ?? 'The end of a day stopped.';
  }

  private institution(): Promise<Institution> {
    const { institutionId } = this;
    return this.unitOfWork.read(institutionId, (tx) => tx.findOneByOrFail(Institution, { institutionId }));
  }
}
