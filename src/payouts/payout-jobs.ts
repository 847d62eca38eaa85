import { Injectable } from '@nestjs/common';
import { IdAllocator } from '../common/database/id-allocator';
import { insertRows } from '../common/database/insert-rows';
import type { Tx } from '../common/database/unit-of-work';
import { jobRows } from '../common/jobs/job-queue';
import { Clock } from '../common/time/clock';
import { nextStepAt } from './decide-payout';
import { Payout } from './payout.entity';
import { PAYOUT_JOB } from './payout-rows';
import { PayoutTimingsOf } from './payout-timings';

/** The jobs by which the worker takes payouts further. */
@Injectable()
export class PayoutJobs {
  constructor(
    private readonly timings: PayoutTimingsOf,
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
  ) {}

  /**
   * Queues the worker's next step of a locked payout; nothing when no step is left. The payout names its current job,
   * so that an earlier one, should it still run, ends without doing anything.
   */
  async scheduleNext(tx: Tx, payout: Payout): Promise<void> {
    const dueAt = nextStepAt(payout, this.clock.now(), this.timings.current);
    if (dueAt === undefined) return;
    const { institutionId, id: payoutId } = payout;
    const jobId = await this.ids.next();
    await tx.update(Payout, { institutionId, id: payoutId }, { jobId });
    await insertRows(tx, jobRows({ institutionId, id: jobId, kind: PAYOUT_JOB, payload: { payoutId }, dueAt }));
  }
}
