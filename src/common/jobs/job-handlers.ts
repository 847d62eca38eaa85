import { Injectable } from '@nestjs/common';

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
 * slow provider nor the end of day delays other jobs.
 */
export const JOB_LANES = ['default', 'providers', 'end-of-day'] as const;
export type JobLane = (typeof JOB_LANES)[number];

/** Work of one kind. When `run` throws, the job is tried again later. */
export interface JobHandler {
  readonly kind: string;
  /** Default `default`. */
  readonly lane?: JobLane;
  run(job: RunningJob): Promise<void>;
}

/** The job handlers of this process, registered by their modules at boot. */
@Injectable()
export class JobHandlers {
  private readonly handlers = new Map<string, JobHandler>();

  register(handler: JobHandler): void {
    if (this.handlers.has(handler.kind)) throw new Error(`Jobs of kind ${handler.kind} have two handlers.`);
    this.handlers.set(handler.kind, handler);
  }

  get(kind: string): JobHandler | undefined {
    return this.handlers.get(kind);
  }

  kinds(lane: JobLane): string[] {
    return [...this.handlers.values()]
      .filter((handler) => (handler.lane ?? 'default') === lane)
      .map(({ kind }) => kind);
  }
}
