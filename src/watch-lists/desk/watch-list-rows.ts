import type { Tx } from '../../common/database/unit-of-work';
import { WatchList } from './watch-list.entity';
import { WatchListVersion } from './watch-list-version.entity';
import { watchListsErrors } from './watch-lists.errors';

/** @throws WATCH_LIST_NOT_FOUND (404) */
export async function requireList(tx: Tx, institutionId: number, code: string): Promise<WatchList> {
  const list = await tx.findOneBy(WatchList, { institutionId, code });
  if (!list) throw watchListsErrors.WATCH_LIST_NOT_FOUND();
  return list;
}

/**
 * Locks the list against imports and activations at the same time.
 * @throws WATCH_LIST_NOT_FOUND (404)
 */
export async function lockList(tx: Tx, institutionId: number, code: string): Promise<WatchList> {
  const lock = { mode: 'for_no_key_update' } as const;
  const list = await tx.findOne(WatchList, { where: { institutionId, code }, lock });
  if (!list) throw watchListsErrors.WATCH_LIST_NOT_FOUND();
  return list;
}

/** @throws WATCH_LIST_VERSION_NOT_FOUND (404) */
export async function requireVersion(
  tx: Tx,
  { institutionId, id: listId }: WatchList,
  version: number,
): Promise<WatchListVersion> {
  const found = await tx.findOneBy(WatchListVersion, { institutionId, listId, version });
  if (!found) throw watchListsErrors.WATCH_LIST_VERSION_NOT_FOUND();
  return found;
}

/** The version that was imported last; null before the first. */
export const latestVersionOf = (
  tx: Tx,
  { institutionId, id: listId, latestVersion: version }: WatchList,
): Promise<WatchListVersion | null> => tx.findOneBy(WatchListVersion, { institutionId, listId, version });

/** The version in use; null before the first activation. */
export async function activeVersionOf(
  tx: Tx,
  { institutionId, activeVersionId: id }: WatchList,
): Promise<WatchListVersion | null> {
  return id === null ? null : tx.findOneByOrFail(WatchListVersion, { institutionId, id });
}
