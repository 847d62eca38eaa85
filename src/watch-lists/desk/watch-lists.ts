import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../common/audit/audit-log';
import { IdAllocator } from '../../common/database/id-allocator';
import { listPage } from '../../common/database/list-page';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { Outcome } from '../../common/http/outcome';
import type { Page } from '../../common/http/paging';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { Clock } from '../../common/time/clock';
import { ConfigurationChanges } from '../../institutions/changes/configuration-changes';
import { ShownWatchLists } from './shown-watch-lists';
import { WatchList } from './watch-list.entity';
import { ACTIVATE_WATCH_LIST } from './watch-list-activation';
import { requireList, requireVersion } from './watch-list-rows';
import { WatchListVersion } from './watch-list-version.entity';
import { watchListVersionView, watchListView } from './watch-list-views';
import type {
  CreateWatchListBody,
  ListWatchListsQuery,
  ListWatchListVersionsQuery,
  WatchListVersionView,
  WatchListView,
} from './watch-lists.dto';
import { watchListsErrors } from './watch-lists.errors';

/** The institution's watch-lists and their versions (docs/api/watch-lists.md). */
@Injectable()
export class WatchLists {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly writes: IdempotentWrites,
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
    private readonly changes: ConfigurationChanges,
    private readonly audit: AuditLog,
    private readonly shown: ShownWatchLists,
  ) {}

  list(institutionId: number, filters: ListWatchListsQuery): Promise<Page<WatchListView>> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const query = tx
        .createQueryBuilder(WatchList, 'list')
        .where('list.institution_id = :institutionId', { institutionId })
        .orderBy('list.id', filters.Direction === 'Asc' ? 'ASC' : 'DESC');
      if (filters.Kind !== undefined) query.andWhere('list.kind = :kind', { kind: filters.Kind });
      const page = await listPage(tx, query, filters, (list) => list);
      return { ...page, data: await this.shown.of(tx, institutionId, page.data) };
    });
  }

  /** @throws WATCH_LIST_NOT_FOUND (404) */
  get(institutionId: number, code: string): Promise<WatchListView> {
    return this.unitOfWork.read(institutionId, async (tx) =>
      this.shown.one(tx, await requireList(tx, institutionId, code)),
    );
  }

  /** Latest first. @throws WATCH_LIST_NOT_FOUND (404) */
  versions(
    institutionId: number,
    code: string,
    filters: ListWatchListVersionsQuery,
  ): Promise<Page<WatchListVersionView>> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const { id: listId } = await requireList(tx, institutionId, code);
      const query = tx
        .createQueryBuilder(WatchListVersion, 'version')
        .where('version.institution_id = :institutionId AND version.list_id = :listId', { institutionId, listId })
        .orderBy('version.version', filters.Direction === 'Asc' ? 'ASC' : 'DESC');
      if (filters.Status !== undefined) query.andWhere('version.status = :status', { status: filters.Status });
      return listPage(tx, query, filters, watchListVersionView);
    });
  }

  /** @throws WATCH_LIST_CODE_TAKEN (409) */
  create(write: WriteRequest, body: CreateWatchListBody): Promise<Outcome> {
    const { institutionId, actor } = write;
    return this.writes.run(write, body, async (tx) => {
      const { code, name, kind, format } = body;
      const list: WatchList = {
        ...{ institutionId, id: await this.ids.next(), code, name, kind, format },
        latestVersion: 0,
        activeVersionId: null,
        createdBy: actor,
        createdAt: this.clock.institutionNow(institutionId),
      };
      const inserted = await tx
        .createQueryBuilder()
        .insert()
        .into(WatchList)
        .values(list)
        .orIgnore()
        .returning('id')
        .execute();
      if ((inserted.raw as unknown[]).length === 0) throw watchListsErrors.WATCH_LIST_CODE_TAKEN();
      await this.audit.record(tx, write, { action: 'watch-list.create', subject: `watch-list:${code}` });
      return Outcome.done(watchListView(list, null, null));
    });
  }

  /**
   * Puts a version in use. One that lacks more than a tenth of the active entries waits for a second person.
   * @throws WATCH_LIST_NOT_FOUND, WATCH_LIST_VERSION_NOT_FOUND (404)
   */
  activate(write: WriteRequest, code: string, version: number): Promise<Outcome> {
    return this.writes.run(write, { code, version }, async (tx) => {
      const list = await requireList(tx, write.institutionId, code);
      await requireVersion(tx, list, version);
      const after = { activeVersion: version };
      return this.changes.ask(tx, write, { operation: ACTIVATE_WATCH_LIST, target: code, after });
    });
  }
}
