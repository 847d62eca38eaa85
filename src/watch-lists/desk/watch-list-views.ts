import type { WatchListSourceView } from '../sources/watch-list-sources.dto';
import type { WatchList } from './watch-list.entity';
import type { WatchListVersion } from './watch-list-version.entity';
import type { WatchListVersionView, WatchListView } from './watch-lists.dto';

/**
 * @param active the active version of the list; null for none
 * @param source null for a list whose files staff send
 */
export const watchListView = (
  list: WatchList,
  active: WatchListVersion | null,
  source: WatchListSourceView | null,
): WatchListView => ({
  code: list.code,
  name: list.name,
  kind: list.kind,
  format: list.format,
  latestVersion: list.latestVersion,
  activeVersion: active?.version ?? null,
  source,
  createdAt: list.createdAt.toISOString(),
});

export const watchListVersionView = (version: WatchListVersion): WatchListVersionView => ({
  version: version.version,
  status: version.status,
  fileName: version.fileName,
  sourceUrl: version.sourceUrl,
  sha256: version.sha256,
  entries: version.entryCount,
  added: version.addedCount,
  changed: version.changedCount,
  removed: version.removedCount,
  importedBy: version.importedBy,
  importedAt: version.importedAt.toISOString(),
  activatedAt: version.activatedAt?.toISOString() ?? null,
});
