import { Injectable } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import { type CustomerWatcher, CustomerWatchers } from '../accounts/customers/customer-watchers';
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

/** Screens a customer who was opened or changed, seconds behind the change (docs/api/watch-lists.md#screening). */
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
    const lists = await this.unitOfWork.run(institutionId, (tx) => activeLists(tx, institutionId));
    await this.screener.screen(institutionId, [Number(payload.customerId)], lists);
  }
}
