import { Injectable } from '@nestjs/common';
import { Registry } from '../registry/registry';

/** A job as its handler receives it. A handler may run more than once, so its effect must be idempotent. */
export interface RunningJob {
  institutionId: number;
  id: number;
  payload: Record<string, unknown>;
  /** Set when this is the last attempt: if it fails, the job becomes a dead letter. */
  isLastAttempt?: true;
}

/**
 * Lanes of jobs. Work that may wait long for a provider, or that takes minutes, has its own lane, so that neither a
 * slow provider, nor the end of day, nor a long file delays other jobs. `downloads` holds large files in memory, one
 * at a time.
 */
export const JOB_LANES = ['default', 'providers', 'end-of-day', 'exports', 'downloads'] as const;
export type JobLane = (typeof JOB_LANES)[number];

/** Work of one kind. When `run` throws, the job is tried again later. */
export interface JobHandler {
  readonly kind: string;
  /** Default `default`. */
  readonly lane?: JobLane;
  /** True when its jobs are due by the institution's time; by default by real time. */
  readonly inInstitutionTime?: true;
  run(job: RunningJob): Promise<void>;
}

/** The job handlers of this process: the providers with `@MemberOf(JobHandlers)`. */
@Injectable()
export class JobHandlers extends Registry<JobHandler> {
  get(kind: string): JobHandler | undefined {
    return this.find(kind);
  }

  kinds(lane: JobLane): string[] {
    return this.all()
      .filter((handler) => (handler.lane ?? 'default') === lane)
      .map(({ kind }) => kind);
  }

  /** Kinds whose jobs are due earlier when the institution's clock moves. */
  kindsInInstitutionTime(): string[] {
    return this.all()
      .filter(({ inInstitutionTime }) => inInstitutionTime)
      .map(({ kind }) => kind);
  }

  protected override nameOf({ kind }: JobHandler): string {
    return kind;
  }
}
