import { Injectable } from '@nestjs/common';
import { AppConfig } from '../common/config/app-config';
import type { PayoutTimings } from './decide-payout';

/** Added to the call timeout before a call without an answer counts as over. */
const CALL_MARGIN_MS = 5_000;

/** Ten minutes when the first query comes after one minute. */
const REVERSAL_CHECK_FACTOR = 10;

/** The timings of payouts from the configuration of this process. */
@Injectable()
export class PayoutTimingsOf {
  readonly current: PayoutTimings;

  constructor({ gatewayTimeoutMs, payoutQueryAfterMs, payoutClientQueryIntervalMs }: AppConfig) {
    this.current = {
      callOverAfterMs: gatewayTimeoutMs + CALL_MARGIN_MS,
      firstQueryAfterMs: payoutQueryAfterMs,
      clientQueryIntervalMs: payoutClientQueryIntervalMs,
      reversalCheckAfterMs: payoutQueryAfterMs * REVERSAL_CHECK_FACTOR,
    };
  }
}
