import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../common/database/unit-of-work';
import { type JobHandler, JobHandlers, type RunningJob } from '../common/jobs/job-handlers';
import { MemberOf } from '../common/registry/registry';
import { Payout } from './payout.entity';
import { PayoutJobs } from './payout-jobs';
import { PAYOUT_JOB } from './payout-rows';
import { PayoutSteps } from './payout-steps';

/** Advances payouts in the background: after a crash, for status queries, and after staff approved one. */
@Injectable()
@MemberOf(JobHandlers)
export class PayoutWorker implements JobHandler {
  readonly kind = PAYOUT_JOB;
  readonly lane = 'providers';

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly steps: PayoutSteps,
    private readonly jobs: PayoutJobs,
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
      if (payout.jobId === endedJobId) await this.jobs.scheduleNext(tx, payout);
    });
  }
}
