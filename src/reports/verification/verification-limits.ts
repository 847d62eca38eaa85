import { Injectable } from '@nestjs/common';
import { commonErrors } from '../../common/errors/common.errors';
import { attemptSource } from '../../common/http/client-address';
import { RateLimiter } from '../../common/http/rate-limiter';

/** Confirmations of one address in a minute, in each process: enough for a counter with many receipts. */
const VERIFICATIONS_PER_MINUTE = 30;
const MINUTE_MS = 60_000;

/** Limits how many receipts one address has confirmed: the route needs no token. */
@Injectable()
export class VerificationLimits {
  private readonly byAddress = new RateLimiter(VERIFICATIONS_PER_MINUTE, MINUTE_MS);

  /** @param address of the caller. @throws TOO_MANY_REQUESTS (429) */
  admit(address: string): void {
    const waitMs = this.byAddress.take(attemptSource(address));
    if (waitMs > 0) throw commonErrors.TOO_MANY_REQUESTS(undefined, { retryAfterSec: Math.ceil(waitMs / 1000) });
  }
}
