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
import { type ActiveList, activeLists } from '../watch-lists/desk/active-lists';
import { WatchListIndexes } from '../watch-lists/desk/watch-list-indexes';
import type { WatchListVersion } from '../watch-lists/desk/watch-list-version.entity';
import { MATCHER_REVISION } from '../watch-lists/matching/match-names';
import { NameScreener } from './name-screener';

const JOB = 'screen-watch-list';
/** Customers of one search. */
const PAGE_SIZE = 500;
/** A job that is interrupted begins again at its first customer, and the next one waits for a poll. */
const PAGES_OF_A_JOB = 20;
/** Longer than a transaction may last: a change that was under way while a version became active is stored by then. */
const LATE_AFTER_MS = 10 * 60_000;

/**
 * Customers whose record or due diligence is from after an instant, and the companies and groups of which these are
 * members; an opening writes `updated_at` as well.
 */
const CHANGED_SINCE = `(c.updated_at >= :since OR c.id IN (
    SELECT d.id FROM due_diligence d WHERE d.institution_id = :institutionId AND d.updated_at >= :since
  ) OR c.id IN (
    SELECT m.group_customer_id FROM group_member m
      JOIN customer x ON x.institution_id = m.institution_id AND x.id = m.member_customer_id
     WHERE m.institution_id = :institutionId AND x.updated_at >= :since))`;

const CLEARED_PERSONS = `SELECT a.customer_id FROM aml_alert a
     WHERE a.institution_id = :institutionId AND a.source = 'name-screening' AND a.source_id = :code
       AND a.status = 'closed'`;

/**
 * Customers with an alert of the list that an officer closed, and the companies and groups of which they are members:
 * the clearance may be over.
 */
const CLEARED = `(c.id IN (${CLEARED_PERSONS}) OR c.id IN (
    SELECT m.group_customer_id FROM group_member m
     WHERE m.institution_id = :institutionId AND m.member_customer_id IN (${CLEARED_PERSONS})))`;

/** A pass over a version that is not done, or failed for good: some customers were not compared with the version. */
const IS_UNFINISHED = `SELECT EXISTS (
    SELECT 1 FROM job_due d JOIN job j ON j.institution_id = d.institution_id AND j.id = d.job_id
     WHERE d.institution_id = $1 AND d.kind = $2 AND j.payload ->> 'versionId' = $3
  ) OR EXISTS (
    SELECT 1 FROM job j
     WHERE j.institution_id = $1 AND j.kind = $2 AND j.status = 'dead' AND j.payload ->> 'versionId' = $3
  ) AS unfinished`;

/** Which customers a job screens against what of a version. */
interface Pass {
  versionId: number;
  /** Customers with a greater id. */
  after: number;
  /** Only customers who were opened or changed since this instant; absent for all. */
  since?: string;
  /** Only entries that differ from those of this version, with which all customers were compared. */
  beforeId?: number;
  /** Only customers with a pair that an officer cleared. */
  cleared?: true;
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
    private readonly indexes: WatchListIndexes,
    private readonly screener: NameScreener,
    private readonly clock: Clock,
  ) {}

  /**
   * All customers are compared with the entries that differ from the version before, and with all entries where not
   * every customer was compared with those by the matcher of today. A change that is not stored yet is missed by the
   * first pass, hence a later one of the latest changes.
   */
  async versionActivated(tx: Tx, version: WatchListVersion, before: WatchListVersion | null): Promise<void> {
    const { institutionId, id: versionId, activatedAt } = version;
    if (before?.matcherRevision === MATCHER_REVISION && !(await isUnfinished(tx, before))) {
      await this.plan(tx, institutionId, { versionId, after: 0, beforeId: before.id });
      await this.plan(tx, institutionId, { versionId, after: 0, cleared: true });
    } else {
      await this.plan(tx, institutionId, { versionId, after: 0 });
    }
    const since = new Date(activatedAt!.getTime() - LATE_AFTER_MS).toISOString();
    const dueAt = new Date(this.clock.now().getTime() + LATE_AFTER_MS);
    await this.plan(tx, institutionId, { versionId, after: 0, since }, dueAt);
  }

  /** An import opens customers without telling their watchers one by one. */
  async importCompleted(tx: Tx, institutionId: number): Promise<void> {
    for (const { version } of await activeLists(tx, institutionId))
      await this.plan(tx, institutionId, { versionId: version.id, after: 0 });
  }

  /**
   * After a change of the time for which a clearance holds, customers with cleared pairs are compared anew: a shorter
   * time has ended some of them, which nothing else would find.
   */
  async clearancesChanged(tx: Tx, institutionId: number): Promise<void> {
    for (const { version } of await activeLists(tx, institutionId))
      await this.plan(tx, institutionId, { versionId: version.id, after: 0, cleared: true });
  }

  async run({ institutionId, payload }: RunningJob): Promise<void> {
    const pass = payload as unknown as Pass;
    const lists = await this.unitOfWork.run(institutionId, (tx) => activeLists(tx, institutionId));
    const active = lists.find(({ version }) => version.id === pass.versionId);
    // Another version is active by now, and has a job of its own.
    if (!active) return;
    const index = await this.indexes.of(active.version, pass.beforeId);
    if (index.size === 0) return;
    let { after } = pass;
    for (let page = 0; page < PAGES_OF_A_JOB; page += 1) {
      const ids = await this.customersAfter(active, { ...pass, after });
      await this.screener.screenAgainst(ids, active, index);
      if (ids.length < PAGE_SIZE) return;
      after = ids.at(-1)!;
    }
    await this.unitOfWork.run(institutionId, (tx) => this.plan(tx, institutionId, { ...pass, after }));
  }

  private async customersAfter({ list }: ActiveList, { after, since, cleared }: Pass): Promise<number[]> {
    const { institutionId, code } = list;
    const customers = await this.unitOfWork.run(institutionId, (tx) => {
      const query = tx
        .createQueryBuilder(Customer, 'c')
        .select('c.id')
        .where('c.institution_id = :institutionId AND c.id > :after AND c.erased_at IS NULL', { institutionId, after })
        .orderBy('c.id')
        .take(PAGE_SIZE);
      if (since !== undefined) query.andWhere(CHANGED_SINCE, { since });
      if (cleared) query.andWhere(CLEARED, { code });
      return query.getMany();
    });
    return customers.map(({ id }) => id);
  }

  private async plan(tx: Tx, institutionId: number, pass: Pass, dueAt?: Date): Promise<void> {
    const job = { institutionId, id: await this.ids.next(), kind: JOB, payload: { ...pass } };
    await insertRows(tx, jobRows(dueAt === undefined ? job : { ...job, dueAt }));
  }
}

async function isUnfinished(tx: Tx, { institutionId, id }: WatchListVersion): Promise<boolean> {
  const [row] = await tx.query<{ unfinished: boolean }[]>(IS_UNFINISHED, [institutionId, JOB, String(id)]);
  return row!.unfinished;
}
