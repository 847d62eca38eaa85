import { Injectable } from '@nestjs/common';
import { insertRows } from '../common/database/insert-rows';
import { UnitOfWork } from '../common/database/unit-of-work';
import { type JobHandler, JobHandlers, type RunningJob } from '../common/jobs/job-handlers';
import { MemberOf } from '../common/registry/registry';
import { PayoutSteps } from '../payouts/payout-steps';
import { LATE_TOKEN_JOB, LateTokenJobs } from './late-token-jobs';
import { LateTokens } from './late-tokens';

/**
 * Asks the provider for the token of a paid vend and queues the next query while there is none. A job that runs twice
 * asks once, because a vend is not queried again at once (docs/api/bills.md#tokens).
 */
@Injectable()
@MemberOf(JobHandlers)
export class LateTokenWorker implements JobHandler {
  readonly kind = LATE_TOKEN_JOB;
  readonly lane = 'providers';

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly steps: PayoutSteps,
    private readonly lateTokens: LateTokens,
    private readonly jobs: LateTokenJobs,
  ) {}

  async run({ institutionId, payload }: RunningJob): Promise<void> {
    const { payoutId, paidAt } = payload as { payoutId: number; paidAt: string };
    const payout = await this.unitOfWork.run(institutionId, (tx) => this.steps.lock(tx, institutionId, payoutId));
    await this.lateTokens.fetch(payout);
    await this.unitOfWork.run(institutionId, async (tx) => {
      const asked = await this.steps.lock(tx, institutionId, payoutId);
      await insertRows(tx, await this.jobs.rowsFor(tx, asked, new Date(paidAt)));
    });
  }
}
