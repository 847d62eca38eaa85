import { Injectable } from '@nestjs/common';
import { AppConfig } from '../common/config/app-config';
import { RateLimiter } from '../common/http/rate-limiter';
import { authErrors } from './auth.errors';

const MINUTE_MS = 60_000;

/** Greatest body of an authentication or sign-in, which anybody may send. */
export const SIGN_IN_BODY_MAX_BYTES = 16_384;

/**
 * Limits the authentications and sign-ins of one address in this process, successful or not
 * (docs/api/authentication.md#lockout).
 *
 * The limit of a client applies to one address too. A limit over all addresses would let others block a client, because
 * client ids are not secret.
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
   * Counts an attempt before its body is read, so that malformed bodies count too.
   * @param source the result of `attemptSource`.
   * @throws TOO_MANY_ATTEMPTS (429)
   */
  admit(source: string): void {
    assertNoWait(this.bySource.take(source));
  }

  /**
   * Further bounds the attempts as one client, which are known only from the body.
   * @throws TOO_MANY_ATTEMPTS (429)
   */
  admitClient(clientId: string, source: string): void {
    assertNoWait(this.byClient.take(`${clientId} ${source}`));
  }
}

function assertNoWait(waitMs: number): void {
  if (waitMs > 0) throw authErrors.TOO_MANY_ATTEMPTS(undefined, { retryAfterSec: Math.ceil(waitMs / 1000) });
}
