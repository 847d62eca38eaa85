import { Injectable } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import { type CustomerWatcher, CustomerWatchers } from '../accounts/customers/customer-watchers';
import { GroupMember } from '../accounts/customers/group-member.entity';
import { IdAllocator } from '../common/database/id-allocator';
import { insertRows } from '../common/database/insert-rows';
import { type Tx, UnitOfWork } from '../common/database/unit-of-work';
import { type JobHandler, JobHandlers, type RunningJob } from '../common/jobs/job-handlers';
import { jobRows } from '../common/jobs/job-queue';
import { MemberOf } from '../common/registry/registry';
import { activeLists } from '../watch-lists/desk/active-lists';
import { WatchList } from '../watch-lists/desk/watch-list.entity';
import { NameScreener } from './name-screener';

const JOB = 'screen-customer';

/**
 * Screens a customer who was opened or changed, and the companies and groups of which it is a member, seconds behind
 * the change (docs/api/watch-lists.md#screening).
 */
@Injectable()
@MemberOf(CustomerWatchers)
@MemberOf(JobHandlers)
export class CustomerScreening implements CustomerWatcher, JobHandler {
  readonly name = 'name-screening';
  readonly kind = JOB;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: IdAllocator,
    private readonly screener: NameScreener,
  ) {}

  /** Without an active list there is nothing to do. */
  async customerChanged(tx: Tx, institutionId: number, customerId: number): Promise<void> {
    if (!(await tx.existsBy(WatchList, { institutionId, activeVersionId: Not(IsNull()) }))) return;
    await insertRows(tx, jobRows({ institutionId, id: await this.ids.next(), kind: JOB, payload: { customerId } }));
  }

  async run({ institutionId, payload }: RunningJob): Promise<void> {
    const memberCustomerId = Number(payload.customerId);
    const [lists, memberships] = await this.unitOfWork.run(institutionId, async (tx) => [
      await activeLists(tx, institutionId),
      await tx.findBy(GroupMember, { institutionId, memberCustomerId }),
    ]);
    const groups = memberships.map(({ groupCustomerId }) => groupCustomerId);
    await this.screener.screen(institutionId, [memberCustomerId, ...groups], lists);
  }
}
