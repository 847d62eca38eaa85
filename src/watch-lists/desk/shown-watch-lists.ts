import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { Tx } from '../../common/database/unit-of-work';
import { Clock } from '../../common/time/clock';
import { WatchListSource } from '../sources/watch-list-source.entity';
import { watchListSourceView } from '../sources/watch-list-source-views';
import type { WatchList } from './watch-list.entity';
import { WatchListVersion } from './watch-list-version.entity';
import { watchListView } from './watch-list-views';
import type { WatchListView } from './watch-lists.dto';

/** Lists as staff see them: with the active version and the source. */
@Injectable()
export class ShownWatchLists {
  constructor(private readonly clock: Clock) {}

  /** In the order of the lists. */
  async of(tx: Tx, institutionId: number, lists: WatchList[]): Promise<WatchListView[]> {
    const activeIds = lists.flatMap(({ activeVersionId }) => activeVersionId ?? []);
    const active = await tx.findBy(WatchListVersion, { institutionId, id: In(activeIds) });
    const sources = await tx.findBy(WatchListSource, { institutionId, listId: In(lists.map(({ id }) => id)) });
    const now = this.clock.institutionNow(institutionId);
    return lists.map((list) => {
      const source = sources.find(({ listId }) => listId === list.id);
      const version = active.find(({ id }) => id === list.activeVersionId);
      return watchListView(list, version ?? null, source ? watchListSourceView(source, now) : null);
    });
  }

  async one(tx: Tx, list: WatchList): Promise<WatchListView> {
    return (await this.of(tx, list.institutionId, [list]))[0]!;
  }
}
