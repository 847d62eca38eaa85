import { Injectable } from '@nestjs/common';
import { IdAllocator } from '../common/database/id-allocator';
import { insertRows } from '../common/database/insert-rows';
import { UnitOfWork } from '../common/database/unit-of-work';
import { type JobHandler, JobHandlers, type RunningJob } from '../common/jobs/job-handlers';
import { jobRows } from '../common/jobs/job-queue';
import { MemberOf } from '../common/registry/registry';
import { Clock } from '../common/time/clock';
import { nextStepAt } from './decide-payout';
import { Payout } from './payout.entity';
import { PAYOUT_JOB } from './payout-rows';
import { PayoutSteps } from './payout-steps';
import { PayoutTimingsOf } from './payout-timings';

/** Advances payouts in the background: after a crash, for status queries, and after staff approved one. */
@Injectable()
@MemberOf(JobHandlers)
export class PayoutWorker implements JobHandler {
  readonly kind = PAYOUT_JOB;
  readonly lane = 'providers';

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly steps: PayoutSteps,
    private readonly timings: PayoutTimingsOf,
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
  ) {}

  async run({ institutionId, id, payload }: RunningJob): Promise<void> {
    const payoutId = Number(payload.payoutId);
    const payout = await this.unitOfWork.read(institutionId, (tx) =>
      tx.findOneByOrFail(Payout, { institutionId, id: payoutId }),
    );
    if (payout.jobId !== id) return;
    await this.steps.advance(institutionId, payoutId, 'worker');
    await this.scheduleNext(institutionId, payoutId, id);
  }

  /** A job that runs twice must not leave two successors, so the payout names its current job. */
  private async scheduleNext(institutionId: number, payoutId: number, endedJobId: number): Promise<void> {
    await this.unitOfWork.run(institutionId, async (tx) => {
      const payout = await this.steps.lock(tx, institutionId, payoutId);
      const dueAt = nextStepAt(payout, this.clock.now(), this.timings.current);
      if (payout.jobId !== endedJobId || dueAt === undefined) return;
      const jobId = await this.ids.next();
      await tx.update(Payout, { institutionId, id: payoutId }, { jobId });
      await insertRows(tx, jobRows({ institutionId, id: jobId, kind: PAYOUT_JOB, payload: { payoutId }, dueAt }));
    });
  }
}
