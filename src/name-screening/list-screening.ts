import { Injectable } from '@nestjs/common';
import { Customer } from '../accounts/customers/customer.entity';
import { IdAllocator } from '../common/database/id-allocator';
import { insertRows } from '../common/database/insert-rows';
import { type Tx, UnitOfWork } from '../common/database/unit-of-work';
import { type JobHandler, JobHandlers, type RunningJob } from '../common/jobs/job-handlers';
import { jobRows } from '../common/jobs/job-queue';
import { MemberOf } from '../common/registry/registry';
import { Clock } from '../common/time/clock';
import { type ImportFollowUp, ImportFollowUps } from '../imports/import-follow-ups';
import { type ActivationFollowUp, ActivationFollowUps } from '../watch-lists/desk/activation-follow-ups';
import { activeLists } from '../watch-lists/desk/active-lists';
import type { WatchListVersion } from '../watch-lists/desk/watch-list-version.entity';
import { NameScreener } from './name-screener';

const JOB = 'screen-watch-list';
/** Customers of one search, and of one job: a job that is interrupted begins again at its first customer. */
const PAGE_SIZE = 500;
const PAGES_OF_A_JOB = 4;
/** Longer than a transaction may last: a change that was under way while a version became active is stored by then. */
const LATE_AFTER_MS = 10 * 60_000;

/** Customers whose record or due diligence is from after an instant; an opening writes `updated_at` as well. */
const CHANGED_SINCE = `(c.updated_at >= :since OR c.id IN (
    SELECT d.id FROM due_diligence d WHERE d.institution_id = :institutionId AND d.updated_at >= :since))`;

/** Which customers a job screens against a version. */
interface Pass {
  versionId: number;
  /** Customers with a greater id. */
  after: number;
  /** Only customers who were opened or changed since this instant; absent for all. */
  since?: string;
}

/**
 * Screens every customer against a version that became active, as a job, and against all active versions after an
 * import (docs/api/watch-lists.md#screening).
 */
@Injectable()
@MemberOf(ActivationFollowUps)
@MemberOf(ImportFollowUps)
@MemberOf(JobHandlers)
export class ListScreening implements ActivationFollowUp, ImportFollowUp, JobHandler {
  readonly name = 'name-screening';
  readonly kind = JOB;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: IdAllocator,
    private readonly screener: NameScreener,
    private readonly clock: Clock,
  ) {}

  /** A change that is not stored yet is missed by the first pass, hence a second one of the latest changes. */
  async versionActivated(tx: Tx, { institutionId, id: versionId, activatedAt }: WatchListVersion): Promise<void> {
    await this.plan(tx, institutionId, { versionId, after: 0 });
    const since = new Date(activatedAt!.getTime() - LATE_AFTER_MS).toISOString();
    const dueAt = new Date(this.clock.now().getTime() + LATE_AFTER_MS);
    await this.plan(tx, institutionId, { versionId, after: 0, since }, dueAt);
  }

  /** An import opens customers without telling their watchers one by one. */
  async importCompleted(tx: Tx, institutionId: number): Promise<void> {
    for (const { version } of await activeLists(tx, institutionId))
      await this.plan(tx, institutionId, { versionId: version.id, after: 0 });
  }

  async run({ institutionId, payload }: RunningJob): Promise<void> {
    const pass = payload as unknown as Pass;
    const lists = await this.unitOfWork.run(institutionId, (tx) => activeLists(tx, institutionId));
    const active = lists.filter(({ version }) => version.id === pass.versionId);
    // Another version is active by now, and has a job of its own.
    if (active.length === 0) return;
    let { after } = pass;
    for (let page = 0; page < PAGES_OF_A_JOB; page += 1) {
      const ids = await this.customersAfter(institutionId, { ...pass, after });
      await this.screener.screen(institutionId, ids, active);
      if (ids.length < PAGE_SIZE) return;
      after = ids.at(-1)!;
    }
    await this.unitOfWork.run(institutionId, (tx) => this.plan(tx, institutionId, { ...pass, after }));
  }

  private async customersAfter(institutionId: number, { after, since }: Pass): Promise<number[]> {
    const customers = await this.unitOfWork.run(institutionId, (tx) => {
      const query = tx
        .createQueryBuilder(Customer, 'c')
        .select('c.id')
        .where('c.institution_id = :institutionId AND c.id > :after AND c.erased_at IS NULL', { institutionId, after })
        .orderBy('c.id')
        .take(PAGE_SIZE);
      return (since === undefined ? query : query.andWhere(CHANGED_SINCE, { since })).getMany();
    });
    return customers.map(({ id }) => id);
  }

  private async plan(tx: Tx, institutionId: number, pass: Pass, dueAt?: Date): Promise<void> {
    const job = { institutionId, id: await this.ids.next(), kind: JOB, payload: { ...pass } };
    await insertRows(tx, jobRows(dueAt === undefined ? job : { ...job, dueAt }));
  }
}
