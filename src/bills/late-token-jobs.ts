import { Injectable } from '@nestjs/common';
import { IdAllocator } from '../common/database/id-allocator';
import type { ExtraRow } from '../common/database/insert-rows';
import type { Tx } from '../common/database/unit-of-work';
import { jobRows } from '../common/jobs/job-queue';
import { Clock } from '../common/time/clock';
import { InstitutionSettings } from '../institutions/settings/institution-settings';
import type { Payout } from '../payouts/payout.entity';
import { LATE_TOKENS_FETCHED } from './bills.settings';
import { lacksToken } from './late-token-rules';
import { nextTokenQueryAt } from './token-query-times';

export const LATE_TOKEN_JOB = 'bill-token';

/** Queues the queries for tokens that payments did not bring. */
@Injectable()
export class LateTokenJobs {
  constructor(
    private readonly settings: InstitutionSettings,
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
  ) {}

  /**
   * The rows of the next query for a paid vend's token.
   * @param paidAt by this process's clock, by which jobs are due.
   * @returns none where no token is missing or expected, or the institution leaves tokens to its clients
   */
  async rowsFor(tx: Tx, payout: Payout, paidAt = this.clock.now()): Promise<ExtraRow[]> {
    const { institutionId, id: payoutId } = payout;
    if (!lacksToken(payout)) return [];
    if ((await this.settings.getWithin(tx, institutionId, LATE_TOKENS_FETCHED)) !== 'true') return [];
    const dueAt = nextTokenQueryAt(paidAt, this.clock.now());
    if (!dueAt) return [];
    const payload = { payoutId, paidAt: paidAt.toISOString() };
    return jobRows({ institutionId, id: await this.ids.next(), kind: LATE_TOKEN_JOB, payload, dueAt });
  }
}
