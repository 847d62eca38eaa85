import { Injectable } from '@nestjs/common';
import { AppConfig } from '../common/config/app-config';
import { RateLimiter } from '../common/http/rate-limiter';
import { authErrors } from './auth.errors';

const MINUTE_MS = 60_000;

/**
 * How often one address may try to authenticate or sign in, rightly or wrongly, in this process.
 *
 * A client's own allowance counts for one address, too: if it counted for all, whoever knows a client id, which is no
 * secret, could keep that client out.
 */
@Injectable()
export class AuthenticationLimits {
  private readonly bySource: RateLimiter;
  private readonly byClient: RateLimiter;

  constructor(config: AppConfig) {
    this.bySource = new RateLimiter(config.authenticationsPerMinute, MINUTE_MS);
    this.byClient = new RateLimiter(config.authenticationsPerClientPerMinute, MINUTE_MS);
  }

  /**
   * @param source as `attemptSource` gives it.
   * @throws TOO_MANY_ATTEMPTS (429)
   */
  admit(source: string): void {
    refuseFor(this.bySource.take(source));
  }

  /** @throws TOO_MANY_ATTEMPTS (429) */
  admitClient(clientId: string, source: string): void {
    this.admit(source);
    refuseFor(this.byClient.take(`${clientId} ${source}`));
  }
}

function refuseFor(waitMs: number): void {
  if (waitMs > 0) throw authErrors.TOO_MANY_ATTEMPTS(undefined, { retryAfterSec: Math.ceil(waitMs / 1000) });
}
