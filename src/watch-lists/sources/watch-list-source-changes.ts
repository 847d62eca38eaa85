import { Injectable } from '@nestjs/common';
import type { Tx } from '../../common/database/unit-of-work';
import { MemberOf } from '../../common/registry/registry';
import type { ChangeFields, ConfigurationChange } from '../../institutions/changes/change-as-data';
import { type AuditedChange, type ChangeKind, ChangeKinds } from '../../institutions/changes/change-kinds';
import { ShownWatchLists } from '../desk/shown-watch-lists';
import { lockList, requireList } from '../desk/watch-list-rows';
import type { WatchListView } from '../desk/watch-lists.dto';
import { watchListsErrors } from '../desk/watch-lists.errors';
import { watchListsPermissions } from '../desk/watch-lists.permissions';
import { ListDownloads } from './list-downloads';
import { CHANGE_WATCH_LIST_SOURCE, sourceOf, type SourceTerms, WatchListSources } from './watch-list-sources';

/**
 * Sources of watch-lists: whoever chooses the address chooses who is screened for, so a second person approves it, its
 * end, and longer times between fetches.
 */
@Injectable()
@MemberOf(ChangeKinds)
export class WatchListSourceChanges implements ChangeKind {
  readonly operation = CHANGE_WATCH_LIST_SOURCE;
  readonly title = 'Source of a watch-list';
  readonly covers = 'the address from which a watch-list is fetched, its removal, and longer times between fetches';
  readonly permission = watchListsPermissions.manage;
  readonly seenWith = watchListsPermissions.view;

  constructor(
    private readonly sources: WatchListSources,
    private readonly downloads: ListDownloads,
    private readonly shown: ShownWatchLists,
  ) {}

  async present(tx: Tx, institutionId: number, target: string): Promise<ChangeFields> {
    const source = await sourceOf(tx, await requireList(tx, institutionId, target));
    return { url: source?.url ?? null, everyHours: source?.everyHours ?? null };
  }

  /** @throws WATCH_LIST_NOT_FOUND (404), WATCH_LIST_ADDRESS_NOT_ALLOWED (422) */
  async apply(
    tx: Tx,
    institutionId: number,
    { target, after }: ConfigurationChange,
    author: string,
  ): Promise<WatchListView> {
    const list = await lockList(tx, institutionId, target);
    const present = await this.present(tx, institutionId, target);
    const terms = { ...present, ...after } as unknown as SourceTerms;
    if (terms.url !== null && !this.downloads.isAllowed(terms.url))
      throw watchListsErrors.WATCH_LIST_ADDRESS_NOT_ALLOWED();
    if (Object.keys(after).length > 0) await this.sources.change(tx, list, terms, author);
    return this.shown.one(tx, list);
  }

  audited({ target, after }: ConfigurationChange): AuditedChange[] {
    const action = after.url === null ? 'watch-list-source.remove' : 'watch-list-source.set';
    return [{ action, subject: `watch-list:${target}` }];
  }

  /** One person may have the same address fetched more often. */
  isImmediate(_tx: Tx, _institutionId: number, { before, after }: ConfigurationChange): Promise<boolean> {
    const isLonger = Number(after.everyHours ?? 0) > Number(before?.everyHours ?? 0);
    return Promise.resolve(after.url === undefined && !isLonger);
  }
}
