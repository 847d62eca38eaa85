import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { AppConfig } from '../config/app-config';
import { type Tx, UnitOfWork } from '../database/unit-of-work';
import { Metrics } from '../metrics/metrics';
import { Tracing } from '../tracing/tracing';
import { Job } from './job.entity';
import { claimDueJobs, type ClaimedJob, isAnyJobDue } from './job-claims';
import { JobDue } from './job-due.entity';
import { JOB_LANES, JobHandlers, type JobLane } from './job-handlers';

const POLL_INTERVAL_MS = 200;
/** Jobs at the same time, by lane. */
const CONCURRENCY: Record<JobLane, number> = { default: 4, providers: 16, 'end-of-day': 2, exports: 2, downloads: 1 };
const MAX_ATTEMPTS = 10;
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 300_000;

/** Exponential back-off with jitter, so that jobs that failed together are not repeated together. */
function retryDelayMs(attempts: number, random: number): number {
  const ceiling = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempts - 1));
  return Math.round(ceiling / 2 + (ceiling / 2) * random);
}

/**
 * Takes due jobs of every institution and runs their handlers, at least once each; several processes may do so at once.
 * After ten failures a job becomes a dead letter and waits for staff (`docs/ARCHITECTURE.md#jobs-and-events`).
 */
@Injectable()
export class JobRunner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(JobRunner.name);
  private readonly running: Record<JobLane, Set<Promise<void>>> = {
    default: new Set(),
    providers: new Set(),
    'end-of-day': new Set(),
    exports: new Set(),
    downloads: new Set(),
  };
  /** Lanes whose last claim took as many jobs as it might: more of them may be due. */
  private readonly crowded = new Set<JobLane>();
  private timer: NodeJS.Timeout | undefined;
  /** Polls follow each other, so that a lane never has more jobs than it may. */
  private polling: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly handlers: JobHandlers,
    private readonly config: AppConfig,
    private readonly metrics: Metrics,
    private readonly tracing: Tracing,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.backgroundWork) this.schedule();
  }

  /**
   * Takes no more jobs and waits for the running ones while connections are still open; the job of a killed process
   * becomes due when its lease ends.
   */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.polling;
    await Promise.all(JOB_LANES.flatMap((lane) => [...this.running[lane]]));
  }

  private schedule(): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      this.polling = this.polling.then(() => this.pollAll()).finally(() => this.schedule());
    }, POLL_INTERVAL_MS);
  }

  /** The place of a job in a crowded lane is taken at once, not at the next poll. */
  private ended(lane: JobLane): void {
    if (this.stopped || !this.crowded.delete(lane)) return;
    this.polling = this.polling.then(() => this.poll(lane));
  }

  private async pollAll(): Promise<void> {
    try {
      if (!(await isAnyJobDue(this.unitOfWork))) return;
    } catch (error) {
      this.notTaken(error);
      return;
    }
    for (const lane of JOB_LANES) await this.poll(lane);
  }

  private async poll(lane: JobLane): Promise<void> {
    const running = this.running[lane];
    const kinds = this.handlers.kinds(lane);
    const free = CONCURRENCY[lane] - running.size;
    if (free <= 0 || kinds.length === 0) return;
    try {
      const jobs = await this.claim(kinds, free);
      if (jobs.length === free) this.crowded.add(lane);
      for (const claimed of jobs) {
        const run = this.runOne(claimed).finally(() => {
          running.delete(run);
          this.ended(lane);
        });
        running.add(run);
      }
    } catch (error) {
      this.notTaken(error);
    }
  }

  private notTaken(error: unknown): void {
    this.logger.warn({ err: error as Error }, 'Due jobs could not be taken; the next poll tries again.');
  }

  private claim(kinds: string[], limit: number): Promise<ClaimedJob[]> {
    return claimDueJobs(this.unitOfWork, { kinds, limit, leaseSec: this.config.jobLeaseMs / 1000 });
  }

  private async runOne(claimed: ClaimedJob): Promise<void> {
    const renewal = setInterval(() => void this.renew(claimed), this.config.jobLeaseMs / 3);
    try {
      const { institutionId, jobId, kind } = claimed;
      await this.tracing.within(`job ${kind}`, { attributes: { institutionId, jobId } }, () => this.execute(claimed));
    } catch (error) {
      this.logger.error(
        { err: error as Error, ...claimed },
        'The outcome of a job could not be stored; it runs again when its lease ends.',
      );
    } finally {
      clearInterval(renewal);
    }
  }

  private async execute(claimed: ClaimedJob): Promise<void> {
    const { institutionId, jobId, kind } = claimed;
    const job = await this.unitOfWork.run(institutionId, (tx) => tx.findOneByOrFail(Job, { institutionId, id: jobId }));
    const failure = await this.handlers
      .get(kind)!
      .run({
        institutionId,
        id: jobId,
        payload: job.payload,
        ...(job.attempts + 1 >= MAX_ATTEMPTS ? { isLastAttempt: true as const } : {}),
      })
      .then(() => undefined)
      .catch((error: unknown) => error as Error);
    this.metrics.jobRuns.inc({ kind, outcome: failure ? 'failed' : 'done' });
    await this.unitOfWork.run(institutionId, (tx) =>
      failure ? this.fail(tx, claimed, job, failure) : this.finish(tx, claimed, job),
    );
    if (failure) this.logger.warn({ err: failure, ...claimed, attempts: job.attempts + 1 }, 'A job failed.');
  }

  private async finish(tx: Tx, claimed: ClaimedJob, job: Job): Promise<void> {
    if (!(await this.endLease(tx, claimed))) return;
    await tx.update(
      Job,
      { institutionId: job.institutionId, id: job.id },
      { status: 'done', attempts: job.attempts + 1, finishedAt: () => 'statement_timestamp()' },
    );
  }

  private async fail(tx: Tx, claimed: ClaimedJob, job: Job, failure: Error): Promise<void> {
    const attempts = job.attempts + 1;
    const key = { institutionId: job.institutionId, id: job.id };
    const lastError = `${failure.name}: ${failure.message}`.slice(0, 500);
    if (attempts >= MAX_ATTEMPTS) {
      if (await this.endLease(tx, claimed))
        await tx.update(Job, key, { status: 'dead', attempts, lastError, finishedAt: () => 'statement_timestamp()' });
      return;
    }
    await tx.update(Job, key, { attempts, lastError });
    await tx.query(
      `UPDATE job_due SET due_at = statement_timestamp() + make_interval(secs => $3)
        WHERE institution_id = $1 AND job_id = $2 AND due_at = $4`,
      [claimed.institutionId, claimed.jobId, retryDelayMs(attempts, Math.random()) / 1000, claimed.leaseEnd],
    );
  }

  /** Removes the due row if this worker still holds the lease; otherwise another worker's run counts. */
  private async endLease(tx: Tx, { institutionId, jobId, leaseEnd }: ClaimedJob): Promise<boolean> {
    const { affected } = await tx
      .createQueryBuilder()
      .delete()
      .from(JobDue)
      .where('institution_id = :institutionId AND job_id = :jobId AND due_at = :leaseEnd', {
        institutionId,
        jobId,
        leaseEnd,
      })
      .execute();
    return affected === 1;
  }

  private async renew(claimed: ClaimedJob): Promise<void> {
    try {
      await this.unitOfWork.routing(async (tx) => {
        const [rows] = await tx.query<[{ lease_end: Date }[], number]>(
          `UPDATE job_due SET due_at = statement_timestamp() + make_interval(secs => $3)
            WHERE institution_id = $1 AND job_id = $2 AND due_at = $4 RETURNING due_at AS lease_end`,
          [claimed.institutionId, claimed.jobId, this.config.jobLeaseMs / 1000, claimed.leaseEnd],
        );
        claimed.leaseEnd = rows[0]?.lease_end ?? claimed.leaseEnd;
      });
    } catch (error) {
      this.logger.warn({ err: error as Error, ...claimed }, 'A lease could not be renewed.');
    }
  }
}
