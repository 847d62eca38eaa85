import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../common/audit/audit-log';
import { IdAllocator } from '../../common/database/id-allocator';
import { insertRows } from '../../common/database/insert-rows';
import type { Tx } from '../../common/database/unit-of-work';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { jobRows } from '../../common/jobs/job-queue';
import { Clock } from '../../common/time/clock';
import { ConfigurationChanges } from '../../institutions/changes/configuration-changes';
import { ShownWatchLists } from '../desk/shown-watch-lists';
import type { WatchList } from '../desk/watch-list.entity';
import { lockList, requireList } from '../desk/watch-list-rows';
import { watchListsErrors } from '../desk/watch-lists.errors';
import { WatchListSource } from './watch-list-source.entity';
import { isFetching } from './watch-list-source-views';
import { EVERY_HOURS_DEFAULT, type SetWatchListSourceBody } from './watch-list-sources.dto';

export const FETCH_JOB = 'fetch-watch-list';
export const CHANGE_WATCH_LIST_SOURCE = 'change-watch-list-source';
const HOUR_MS = 3_600_000;

/** What staff choose; without an address the list has no source. */
export interface SourceTerms {
  url: string | null;
  everyHours: number | null;
}

/** The sources of watch-lists: their terms, and when they are fetched (docs/api/watch-lists.md#sources). */
@Injectable()
export class WatchListSources {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly changes: ConfigurationChanges,
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
    private readonly shown: ShownWatchLists,
  ) {}

  /**
   * Asks for a source, or for another one.
   * @throws WATCH_LIST_NOT_FOUND (404), WATCH_LIST_ADDRESS_NOT_ALLOWED (422)
   */
  set(write: WriteRequest, code: string, body: SetWatchListSourceBody): Promise<Outcome> {
    return this.writes.run(write, { code, ...body }, (tx) => {
      const after = { url: body.url, everyHours: body.everyHours ?? EVERY_HOURS_DEFAULT };
      return this.changes.ask(tx, write, { operation: CHANGE_WATCH_LIST_SOURCE, target: code, after });
    });
  }

  /** Asks for the end of the source. @throws WATCH_LIST_NOT_FOUND, WATCH_LIST_SOURCE_NOT_FOUND (404) */
  remove(write: WriteRequest, code: string): Promise<Outcome> {
    return this.writes.run(write, { code }, async (tx) => {
      const list = await requireList(tx, write.institutionId, code);
      if (!(await sourceOf(tx, list))) throw watchListsErrors.WATCH_LIST_SOURCE_NOT_FOUND();
      const after = { url: null, everyHours: null };
      return this.changes.ask(tx, write, { operation: CHANGE_WATCH_LIST_SOURCE, target: code, after });
    });
  }

  /**
   * Brings the next fetch forward to now.
   * @throws WATCH_LIST_NOT_FOUND, WATCH_LIST_SOURCE_NOT_FOUND (404), WATCH_LIST_FETCH_IN_PROGRESS (409)
   */
  fetchNow(write: WriteRequest, code: string): Promise<Outcome> {
    const { institutionId } = write;
    return this.writes.run(write, { code }, async (tx) => {
      const list = await lockList(tx, institutionId, code);
      const source = await lockSource(tx, list);
      if (!source) throw watchListsErrors.WATCH_LIST_SOURCE_NOT_FOUND();
      const now = this.clock.institutionNow(institutionId);
      if (isFetching(source, now)) throw watchListsErrors.WATCH_LIST_FETCH_IN_PROGRESS();
      await this.plan(tx, source, now);
      await this.audit.record(tx, write, { action: 'watch-list.fetch', subject: `watch-list:${code}` });
      return Outcome.done(await this.shown.one(tx, list));
    });
  }

  /** Makes a change of the terms of a locked list. A new address is fetched at once. */
  async change(tx: Tx, list: WatchList, { url, everyHours }: SourceTerms, author: string): Promise<void> {
    const { institutionId, id: listId } = list;
    const present = await lockSource(tx, list);
    if (present && present.url !== url) await tx.delete(WatchListSource, { institutionId, id: present.id });
    if (url === null) return;
    const terms = { everyHours: everyHours ?? EVERY_HOURS_DEFAULT };
    const now = this.clock.institutionNow(institutionId);
    if (present?.url !== url) {
      const id = await this.ids.next();
      await tx.insert(WatchListSource, {
        ...{ institutionId, id, listId, url, ...terms, setBy: author, setAt: now, startedAt: null },
        ...{ etag: null, lastModified: null, lastAttemptAt: null, lastGoodAt: null },
        ...{ outcome: null, errorCode: null, error: null, failures: 0, jobId: 0, nextAttemptAt: now },
      });
      return this.plan(tx, { institutionId, id, listId }, now);
    }
    await tx.update(WatchListSource, { institutionId, id: present.id }, terms);
    // A fetch that is under way plans the next one with the new terms when it ends.
    if (isFetching(present, now)) return;
    const dueMs = (present.lastAttemptAt ?? now).getTime() + terms.everyHours * HOUR_MS;
    await this.plan(tx, present, new Date(Math.max(now.getTime(), dueMs)));
  }

  /** Plans the next fetch of a locked source in the place of the one that was planned. */
  async plan(
    tx: Tx,
    { institutionId, id, listId }: Pick<WatchListSource, 'institutionId' | 'id' | 'listId'>,
    at: Date,
  ): Promise<void> {
    const jobId = await this.ids.next();
    const dueAt = this.clock.realTimeOf(institutionId, at);
    await insertRows(tx, jobRows({ institutionId, id: jobId, kind: FETCH_JOB, payload: { listId }, dueAt }));
    await tx.update(WatchListSource, { institutionId, id }, { jobId, nextAttemptAt: at });
  }
}

/** The source of a list; null where staff send its files. */
export const sourceOf = (tx: Tx, { institutionId, id: listId }: WatchList): Promise<WatchListSource | null> =>
  tx.findOneBy(WatchListSource, { institutionId, listId });

/** The same, locked. Lock the list before it. */
export const lockSource = (
  tx: Tx,
  { institutionId, id: listId }: Pick<WatchList, 'institutionId' | 'id'>,
): Promise<WatchListSource | null> =>
  tx.findOne(WatchListSource, { where: { institutionId, listId }, lock: { mode: 'for_no_key_update' } });
