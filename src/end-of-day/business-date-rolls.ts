import { Injectable } from '@nestjs/common';
import { RollBlockers } from '../business-day/roll-blockers';
import { IdAllocator } from '../common/database/id-allocator';
import { insertRows } from '../common/database/insert-rows';
import { type Tx, UnitOfWork } from '../common/database/unit-of-work';
import type { AppError } from '../common/errors/app-error';
import { Job } from '../common/jobs/job.entity';
import { jobRows } from '../common/jobs/job-queue';
import { addDays } from '../common/time/calendar';
import { Institution } from '../institutions/institution.entity';
import { endOfDayErrors } from './end-of-day.errors';
import { EndOfDayRun } from './end-of-day-run.entity';
import { InstitutionClocks } from './institution-clocks';

/** Kind of the job that closes days, one after the other. */
export const END_OF_DAY_JOB = 'end-of-day';

/** Seconds to wait for the institution's lock, fewer than a statement may take. */
const LOCK_TIMEOUT_SEC = 9;

/** The `startedBy` of a closing that the scheduler started. */
export const SYSTEM = 'system:end-of-day';

/** The result of an attempt to start. `blocked`: the business date must not end yet. */
export type Start = 'started' | 'running' | 'stopped' | 'nothing-due' | 'blocked';

/** The date to which the business date moves, and who moves it. */
export interface Goal {
  institutionId: number;
  /** `YYYY-MM-DD` */
  until: string;
  startedBy: string;
  /** Set when the institution's clock moves with its business date. */
  movesClock?: true;
}

/**
 * Moves the business date, a day at a time, and only when the day before is closed and proven. Several processes may
 * try at the same time: the institution's lock admits one (`docs/api/end-of-day.md#business-date`).
 */
@Injectable()
export class BusinessDateRolls {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: IdAllocator,
    private readonly clocks: InstitutionClocks,
    private readonly blockers: RollBlockers,
  ) {}

  /** Today in the institution's time zone. */
  async today(institutionId: number): Promise<string> {
    const institution = await this.unitOfWork.read(institutionId, (tx) =>
      tx.findOneByOrFail(Institution, { institutionId }),
    );
    return this.clocks.today(institution);
  }

  /** The closing that began last, whatever its status. */
  async last(tx: Tx, institutionId: number): Promise<EndOfDayRun | null> {
    return tx.findOne(EndOfDayRun, { where: { institutionId }, order: { date: 'DESC' } });
  }

  /**
   * The result that `start` would have today, without a lock and in one transaction: the scheduler calls it every half
   * minute for every institution.
   */
  async foresee(institutionId: number): Promise<{ start: Start; until: string }> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const institution = await tx.findOneByOrFail(Institution, { institutionId });
      const until = this.clocks.today(institution);
      const last = await this.last(tx, institutionId);
      return { start: await this.decide(tx, institution, until, last), until };
    });
  }

  /**
   * Starts to close the days that have ended, or resumes after a process died. A stopped closing resumes only when
   * staff ask. A job does the work.
   */
  async start(tx: Tx, goal: Goal, { resumeStopped = false } = {}): Promise<Start> {
    const { institutionId, startedBy } = goal;
    const institution = await this.lock(tx, institutionId);
    const { businessDate } = institution;
    const last = await this.last(tx, institutionId);
    const start = await this.decide(tx, institution, goal.until, last);
    if (start !== 'started' && !(start === 'stopped' && resumeStopped)) return start;
    const jobId = await this.ids.next();
    // Staff may have repaired the books of a stopped closing, so its closing totals are read again.
    const changes = {
      status: 'Running' as const,
      startedBy,
      jobId,
      problem: null,
      finishedAt: null,
      ...(start === 'stopped' ? { closingTotals: null, proof: null } : {}),
    };
    if (last && last.status !== 'Completed') await tx.update(EndOfDayRun, { institutionId, date: last.date }, changes);
    else await this.move(tx, institution, goal, jobId);
    const until = goal.until > businessDate ? goal.until : businessDate;
    const payload = { until, startedBy, ...(goal.movesClock && { movesClock: true }) };
    await insertRows(tx, jobRows({ institutionId, id: jobId, kind: END_OF_DAY_JOB, payload }));
    return 'started';
  }

  /** The next closing of a job that has days to close; undefined when it is done or another job does the closing. */
  async next(goal: Goal, jobId: number): Promise<EndOfDayRun | undefined> {
    return this.unitOfWork.run(goal.institutionId, async (tx) => {
      const institution = await this.lock(tx, goal.institutionId);
      const last = await this.last(tx, goal.institutionId);
      if (last?.status === 'Running' && last.jobId === jobId) return last;
      if ((last && last.status !== 'Completed') || institution.businessDate >= goal.until) return undefined;
      if ((await this.rollViolation(tx, institution)) !== undefined) return undefined;
      return this.move(tx, institution, goal, jobId);
    });
  }

  /** Why the business date must not end yet, as a sentence for staff; undefined where it may. */
  async rollViolation(
    tx: Tx,
    { institutionId, businessDate }: Pick<Institution, 'institutionId' | 'businessDate'>,
  ): Promise<string | undefined> {
    return this.blockers.rollViolation(tx, institutionId, businessDate);
  }

  /** The error for staff who ask for a start that did not begin. */
  async startViolation(tx: Tx, institutionId: number, start: Exclude<Start, 'started'>): Promise<AppError> {
    if (start === 'nothing-due') return endOfDayErrors.NO_DAY_DUE();
    if (start !== 'blocked') return endOfDayErrors.END_OF_DAY_RUNNING();
    return endOfDayErrors.END_OF_DAY_BLOCKED(
      await this.rollViolation(tx, await tx.findOneByOrFail(Institution, { institutionId })),
    );
  }

  /** Locks the institution. Every change of the date and every closing of a period takes this lock first. */
  async lock(tx: Tx, institutionId: number): Promise<Institution> {
    // Writes share the row while they last, and new ones join them, so the lock may take seconds.
    await tx.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT_SEC}s'`);
    return tx.findOneOrFail(Institution, { where: { institutionId }, lock: { mode: 'for_no_key_update' } });
  }

  private async decide(
    tx: Tx,
    institution: Pick<Institution, 'institutionId' | 'businessDate'>,
    until: string,
    last: EndOfDayRun | null,
  ): Promise<Start> {
    if (!last || last.status === 'Completed') {
      if (institution.businessDate >= until) return 'nothing-due';
      return (await this.rollViolation(tx, institution)) === undefined ? 'started' : 'blocked';
    }
    if (last.status === 'Stopped') return 'stopped';
    const job = await tx.findOneBy(Job, { institutionId: last.institutionId, id: last.jobId });
    return job?.status === 'queued' ? 'running' : 'started';
  }

  private async move(tx: Tx, institution: Institution, goal: Goal, jobId: number): Promise<EndOfDayRun> {
    const { institutionId, businessDate: date } = institution;
    const { startedBy } = goal;
    const nextDate = addDays(date, 1);
    if (goal.movesClock) await this.clocks.advance(tx, institution, nextDate);
    await tx.update(Institution, { institutionId }, { businessDate: nextDate });
    await tx.insert(EndOfDayRun, {
      institutionId,
      date,
      nextDate,
      status: 'Running',
      startedBy,
      jobId,
      rolledAt: () => 'institution_now()',
    });
    return tx.findOneByOrFail(EndOfDayRun, { institutionId, date });
  }
}
