import type { ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { AppConfig } from '../config/app-config';
import { commonErrors } from '../errors/common.errors';
import { RateLimiter } from './rate-limiter';

/** Seconds after which a request may be repeated that was refused because too many were in progress. */
const RETRY_AFTER_SEC = 1;

/**
 * Limits the requests of one caller, so many in a second and so many in progress at once, so that no caller takes the
 * whole process. It counts in this process alone, because it protects this process.
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
   * Counts a request until its response is closed, in whatever way it ends.
   * @throws TOO_MANY_REQUESTS (429)
   */
  admit(caller: string, response: ServerResponse): void {
    const others = this.inProgress.get(caller) ?? 0;
    if (others >= this.inProgressMax)
      throw commonErrors.TOO_MANY_REQUESTS(undefined, { retryAfterSec: RETRY_AFTER_SEC });
    this.admitStream(caller);
    // A closed connection needs no answer, and its close event has happened already.
    if (response.closed) return;
    this.inProgress.set(caller, others + 1);
    response.once('close', () => this.release(caller));
  }

  /**
   * Counts a request whose answer stays open as one of a second, and not as one in progress.
   * @throws TOO_MANY_REQUESTS (429)
   */
  admitStream(caller: string): void {
    const waitMs = this.rate.take(caller);
    if (waitMs > 0) throw commonErrors.TOO_MANY_REQUESTS(undefined, { retryAfterSec: Math.ceil(waitMs / 1000) });
  }

  private release(caller: string): void {
    const others = (this.inProgress.get(caller) ?? 1) - 1;
    if (others === 0) this.inProgress.delete(caller);
    else this.inProgress.set(caller, others);
  }
}
