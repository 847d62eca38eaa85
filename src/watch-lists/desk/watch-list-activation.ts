import { Injectable } from '@nestjs/common';
import { IdAllocator } from '../../common/database/id-allocator';
import type { Tx } from '../../common/database/unit-of-work';
import { MemberOf } from '../../common/registry/registry';
import { Clock } from '../../common/time/clock';
import type { ChangeFields, ConfigurationChange } from '../../institutions/changes/change-as-data';
import { type AuditedChange, type ChangeKind, ChangeKinds } from '../../institutions/changes/change-kinds';
import { MATCHER_REVISION } from '../matching/match-names';
import { isGreatLoss } from '../readers/list-delta';
import { ActivationFollowUps } from './activation-follow-ups';
import { announceLists } from './active-lists';
import { ShownWatchLists } from './shown-watch-lists';
import { WatchList } from './watch-list.entity';
import { activeVersionOf, lockList, requireList, requireVersion } from './watch-list-rows';
import { WatchListVersion } from './watch-list-version.entity';
import type { WatchListView } from './watch-lists.dto';
import { watchListsPermissions } from './watch-lists.permissions';

export const ACTIVATE_WATCH_LIST = 'activate-watch-list';

/**
 * Putting a version of a watch-list in use (docs/api/watch-lists.md#activation). A version that lacks more than a tenth
 * of the active entries needs a second person, whatever was active when it was imported.
 */
@Injectable()
@MemberOf(ChangeKinds)
export class WatchListActivation implements ChangeKind {
  readonly operation = ACTIVATE_WATCH_LIST;
  readonly title = 'Watch-list';
  readonly covers = 'a version of a watch-list that lacks more than 10 % of the active entries';
  readonly permission = watchListsPermissions.manage;
  readonly seenWith = watchListsPermissions.view;

  constructor(
    private readonly clock: Clock,
    private readonly followUps: ActivationFollowUps,
    private readonly ids: IdAllocator,
    private readonly shown: ShownWatchLists,
  ) {}

  async present(tx: Tx, institutionId: number, target: string): Promise<ChangeFields> {
    const active = await activeVersionOf(tx, await requireList(tx, institutionId, target));
    return { activeVersion: active?.version ?? null };
  }

  async isImmediate(tx: Tx, institutionId: number, { target, after }: ConfigurationChange): Promise<boolean> {
    const list = await requireList(tx, institutionId, target);
    const active = await activeVersionOf(tx, list);
    if (!active) return true;
    const next = await requireVersion(tx, list, after.activeVersion as number);
    return !isGreatLoss(active.entryCount, await removedCount(tx, active, next));
  }

  async apply(tx: Tx, institutionId: number, { target, after }: ConfigurationChange): Promise<WatchListView> {
    const list = await lockList(tx, institutionId, target);
    const active = await activeVersionOf(tx, list);
    if (after.activeVersion === undefined) return this.shown.one(tx, list);
    const next = await requireVersion(tx, list, after.activeVersion as number);
    if (active) await tx.update(WatchListVersion, { institutionId, id: active.id }, { status: 'superseded' });
    const activation = {
      status: 'active' as const,
      activatedAt: this.clock.institutionNow(institutionId),
      matcherRevision: MATCHER_REVISION,
    };
    await tx.update(WatchListVersion, { institutionId, id: next.id }, activation);
    await tx.update(WatchList, { institutionId, id: list.id }, { activeVersionId: next.id });
    await announceLists(tx, institutionId, await this.ids.next());
    await this.followUps.run(tx, { ...next, ...activation }, active);
    return this.shown.one(tx, { ...list, activeVersionId: next.id });
  }

  audited({ target }: ConfigurationChange): AuditedChange[] {
    return [{ action: 'watch-list.activate', subject: `watch-list:${target}` }];
  }
}

/** Entries of the active version that the next one lacks. */
async function removedCount(tx: Tx, active: WatchListVersion, next: WatchListVersion): Promise<number> {
  const rows: { removed: string }[] = await tx.query(
    `SELECT count(*) AS removed FROM watch_list_entry a
      WHERE a.institution_id = $1 AND a.version_id = $2 AND NOT EXISTS (
        SELECT 1 FROM watch_list_entry n
         WHERE n.institution_id = $1 AND n.version_id = $3 AND n.reference = a.reference)`,
    [active.institutionId, active.id, next.id],
  );
  return Number(rows[0]!.removed);
}
