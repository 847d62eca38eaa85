import { In, IsNull, Not } from 'typeorm';
import type { Tx } from '../../common/database/unit-of-work';
import { WatchList } from './watch-list.entity';
import { WatchListVersion } from './watch-list-version.entity';

/** A list with its active version. */
export interface ActiveList {
  list: WatchList;
  version: WatchListVersion;
}

/** The lists that have an active version. */
export async function activeLists(tx: Tx, institutionId: number): Promise<ActiveList[]> {
  const lists = await tx.findBy(WatchList, { institutionId, activeVersionId: Not(IsNull()) });
  const ids = lists.map(({ activeVersionId }) => activeVersionId!);
  const versions = await tx.findBy(WatchListVersion, { institutionId, id: In(ids) });
  return lists.map((list) => ({ list, version: versions.find(({ id }) => id === list.activeVersionId)! }));
}

/** Tells the posting engine that the active versions have changed, by a number that is new each time. */
export async function announceLists(tx: Tx, institutionId: number, number: number): Promise<void> {
  await tx.query('UPDATE institution SET watch_lists_version = $2::bigint WHERE institution_id = $1', [
    institutionId,
    number,
  ]);
}
