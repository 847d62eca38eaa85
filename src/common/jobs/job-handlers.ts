import { Injectable } from '@nestjs/common';

/** What a handler is given. It may run more than once, so its effect must be idempotent. */
export interface RunningJob {
  institutionId: number;
  id: number;
  payload: Record<string, unknown>;
  /** If this attempt fails too, the job is dead and waits for staff. */
  isLastAttempt?: true;
}

/**
 * Work that may wait long for somebody else, or that takes minutes, runs in a lane of its own, so that neither a slow
 * provider nor the end of a day delays other work.
 */
export const JOB_LANES = ['own', 'providers', 'end-of-day'] as const;
export type JobLane = (typeof JOB_LANES)[number];

/** Work of one kind. Throwing means: try again later. */
export interface JobHandler {
  readonly kind: string;
  /** Default `own`. */
  readonly lane?: JobLane;
  run(job: RunningJob): Promise<void>;
}

/** The handlers of this process, registered by their modules at boot. */
@Injectable()
export class JobHandlers {
  private readonly handlers = new Map<string, JobHandler>();

  register(handler: JobHandler): void {
    if (this.handlers.has(handler.kind)) throw new Error(`There are two handlers for jobs of kind ${handler.kind}.`);
    this.handlers.set(handler.kind, handler);
  }

  get(kind: string): JobHandler | undefined {
    return this.handlers.get(kind);
  }

  kinds(lane: JobLane): string[] {
    return [...this.handlers.values()].filter((handler) => (handler.lane ?? 'own') === lane).map(({ kind }) => kind);
  }
}
