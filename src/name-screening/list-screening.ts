import { Injectable } from '@nestjs/common';
import { IsNull, MoreThan } from 'typeorm';
import { Customer } from '../accounts/customers/customer.entity';
import { IdAllocator } from '../common/database/id-allocator';
import { insertRows } from '../common/database/insert-rows';
import { type Tx, UnitOfWork } from '../common/database/unit-of-work';
import { type JobHandler, JobHandlers, type RunningJob } from '../common/jobs/job-handlers';
import { jobRows } from '../common/jobs/job-queue';
import { MemberOf } from '../common/registry/registry';
import { type ActivationFollowUp, ActivationFollowUps } from '../watch-lists/desk/activation-follow-ups';
import { activeLists } from '../watch-lists/desk/active-lists';
import type { WatchListVersion } from '../watch-lists/desk/watch-list-version.entity';
import { NameScreener } from './name-screener';

const JOB = 'screen-watch-list';
/** Customers of one search, and of one job: a job that is interrupted begins again at its first customer. */
const PAGE_SIZE = 500;
const PAGES_OF_A_JOB = 4;

/** Screens every customer against a version that became active, as a job (docs/api/watch-lists.md#screening). */
@Injectable()
@MemberOf(ActivationFollowUps)
@MemberOf(JobHandlers)
export class ListScreening implements ActivationFollowUp, JobHandler {
  readonly name = 'name-screening';
  readonly kind = JOB;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: IdAllocator,
    private readonly screener: NameScreener,
  ) {}

  versionActivated(tx: Tx, { institutionId, id: versionId }: WatchListVersion): Promise<void> {
    return this.plan(tx, institutionId, { versionId, after: 0 });
  }

  async run({ institutionId, payload }: RunningJob): Promise<void> {
    const versionId = Number(payload.versionId);
    const lists = await this.unitOfWork.run(institutionId, (tx) => activeLists(tx, institutionId));
    const active = lists.filter(({ version }) => version.id === versionId);
    // Another version is active by now, and has a job of its own.
    if (active.length === 0) return;
    let after = Number(payload.after);
    for (let page = 0; page < PAGES_OF_A_JOB; page += 1) {
      const ids = await this.customersAfter(institutionId, after);
      await this.screener.screen(institutionId, ids, active);
      if (ids.length < PAGE_SIZE) return;
      after = ids.at(-1)!;
    }
    await this.unitOfWork.run(institutionId, (tx) => this.plan(tx, institutionId, { versionId, after }));
  }

  private async customersAfter(institutionId: number, after: number): Promise<number[]> {
    const customers = await this.unitOfWork.run(institutionId, (tx) =>
      tx.find(Customer, {
        select: { id: true },
        where: { institutionId, id: MoreThan(after), erasedAt: IsNull() },
        order: { id: 'ASC' },
        take: PAGE_SIZE,
      }),
    );
    return customers.map(({ id }) => id);
  }

  private async plan(tx: Tx, institutionId: number, payload: { versionId: number; after: number }): Promise<void> {
    await insertRows(tx, jobRows({ institutionId, id: await this.ids.next(), kind: JOB, payload }));
  }
}
