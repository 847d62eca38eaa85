import type { ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { AppConfig } from '../config/app-config';
import { commonErrors } from '../errors/common.errors';
import { RateLimiter } from './rate-limiter';

/** Requests that were refused for being too many at once may come again so soon. */
const RETRY_AFTER_SEC = 1;

/**
 * Keeps one caller from taking the whole process: so many requests in a second, and so many in progress at once. It counts
 * in this process alone, because what it protects is this process.
 */
@Injectable()
export class CallerLimits {
  private readonly rate: RateLimiter;
  private readonly inProgress = new Map<string, number>();
  private readonly inProgressMax: number;

  constructor(config: AppConfig) {
    this.rate = new RateLimiter(config.callerRequestsPerSecond, 1_000);
    this.inProgressMax = config.callerRequestsInProgress;
  }

  /**
   * Counts a request in until its response is closed, however it ends.
   * @throws TOO_MANY_REQUESTS (429)
   */
  admit(caller: string, response: ServerResponse): void {
    const others = this.inProgress.get(caller) ?? 0;
    if (others >= this.inProgressMax)
      throw commonErrors.TOO_MANY_REQUESTS(undefined, { retryAfterSec: RETRY_AFTER_SEC });
    const waitMs = this.rate.take(caller);
    if (waitMs > 0) throw commonErrors.TOO_MANY_REQUESTS(undefined, { retryAfterSec: Math.ceil(waitMs / 1000) });
    // Nobody waits for the answer of a connection that is gone, and its end has been told already.
    if (response.closed) return;
    this.inProgress.set(caller, others + 1);
    response.once('close', () => this.release(caller));
  }

  private release(caller: string): void {
    const others = (this.inProgress.get(caller) ?? 1) - 1;
    if (others === 0) this.inProgress.delete(caller);
    else this.inProgress.set(caller, others);
  }
}
