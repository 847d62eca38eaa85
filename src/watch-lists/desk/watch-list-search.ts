import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { prepareParty } from '../matching/given-party';
import { WatchListIndexes } from './watch-list-indexes';
import { activeVersionOf, requireList } from './watch-list-rows';
import type { WatchListMatchesQuery, WatchListMatchesView } from './watch-lists.dto';

const MATCHES_MAX = 50;

/** Searches the active version of a watch-list by name (docs/api/watch-lists.md#search). */
@Injectable()
export class WatchListSearch {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly indexes: WatchListIndexes,
  ) {}

  /** @throws WATCH_LIST_NOT_FOUND (404) */
  async search(institutionId: number, code: string, asked: WatchListMatchesQuery): Promise<WatchListMatchesView> {
    const version = await this.unitOfWork.read(institutionId, async (tx) =>
      activeVersionOf(tx, await requireList(tx, institutionId, code)),
    );
    if (!version) return { version: null, matches: [] };
    const index = await this.indexes.of(version);
    const party = prepareParty({ name: asked.Name, type: asked.Type, birthDate: asked.BirthDate });
    const hits = index.search(party).slice(0, MATCHES_MAX);
    const keys = hits.map(({ key }) => key);
    const parties = await this.unitOfWork.read(institutionId, (tx) => this.indexes.parties(tx, institutionId, keys));
    const matches = hits.map(({ key, match: { score, reasons } }) => {
      const { reference, type, name, birthDates, countries, programme } = parties.get(key)!.party;
      const known = { birthDates: [...birthDates], countries: [...countries], programme };
      return { reference, type, name, score, reasons: [...reasons], ...known };
    });
    return { version: version.version, matches };
  }
}
