import { Injectable } from '@nestjs/common';
import { AppConfig } from '../common/config/app-config';
import type { PayoutTimings } from './decide-payout';

/** Between the end of a call's time and the moment its silence counts. */
const CALL_MARGIN_MS = 5_000;

/** Ten minutes, where the first query comes after one. */
const REVERSAL_CHECK_FACTOR = 10;

/** The times of this process's payouts, from its configuration. */
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
