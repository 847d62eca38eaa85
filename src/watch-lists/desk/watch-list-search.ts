import { Injectable } from '@nestjs/common';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import type { IndexHit } from '../matching/name-index';
import { searchEach, searchGiven } from '../matching/search-each';
import { activeLists } from './active-lists';
import type { WatchList } from './watch-list.entity';
import { type StoredParty, WatchListIndexes } from './watch-list-indexes';
import { activeVersionOf, requireList } from './watch-list-rows';
import type { WatchListVersion } from './watch-list-version.entity';
import type { WatchListMatchesQuery, WatchListMatchesView, WatchListMatchView } from './watch-lists.dto';

const MATCHES_MAX = 50;

/** An entry of an active version that matches a name. */
export interface NameHit {
  name: string;
  list: WatchList;
  match: WatchListMatchView;
}

/** A hit with the version whose entry it is. */
interface FoundEntry {
  version: WatchListVersion;
  hit: IndexHit;
}

/** Searches the active versions of watch-lists by name (docs/api/watch-lists.md#search). */
@Injectable()
export class WatchListSearch {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly indexes: WatchListIndexes,
  ) {}

  /** Searches one list. @throws WATCH_LIST_NOT_FOUND (404) */
  async search(institutionId: number, code: string, asked: WatchListMatchesQuery): Promise<WatchListMatchesView> {
    const version = await this.unitOfWork.read(institutionId, async (tx) =>
      activeVersionOf(tx, await requireList(tx, institutionId, code)),
    );
    if (!version) return { version: null, matches: [] };
    const index = await this.indexes.of(version);
    const hits = searchGiven(index, { name: asked.Name, type: asked.Type, birthDate: asked.BirthDate });
    const matches = await this.matchesOf(hits.slice(0, MATCHES_MAX).map((hit) => ({ version, hit })));
    return { version: version.version, matches };
  }

  /** Searches every list for names. @returns the best hits over all, at most 50 */
  async searchAll(institutionId: number, names: readonly string[]): Promise<NameHit[]> {
    const parties = names.map((name) => ({ name }));
    const found: (FoundEntry & { name: string; list: WatchList })[] = [];
    for (const { list, version } of await this.unitOfWork.read(institutionId, (tx) => activeLists(tx, institutionId))) {
      const hits = await searchEach(await this.indexes.of(version), parties);
      for (const [at, name] of names.entries()) found.push(...hits[at]!.map((hit) => ({ name, list, version, hit })));
    }
    const best = found.sort((a, b) => b.hit.match.score - a.hit.match.score).slice(0, MATCHES_MAX);
    const matches = await this.matchesOf(best);
    return best.map(({ name, list }, at) => ({ name, list, match: matches[at]! }));
  }

  private async matchesOf(found: readonly FoundEntry[]): Promise<WatchListMatchView[]> {
    const parties = new Map<WatchListVersion, Map<string, StoredParty>>();
    for (const version of new Set(found.map((entry) => entry.version))) {
      const references = found.filter((entry) => entry.version === version).map(({ hit }) => hit.reference);
      const read = (tx: Tx): Promise<Map<string, StoredParty>> => this.indexes.parties(tx, version, references);
      parties.set(version, await this.unitOfWork.read(version.institutionId, read));
    }
    return found.map(({ version, hit: { reference, match } }) => {
      const { type, name, birthDates, countries, programme } = parties.get(version)!.get(reference)!.party;
      const known = { birthDates: [...birthDates], countries: [...countries], programme };
      return { reference, type, name, score: match.score, reasons: [...match.reasons], ...known };
    });
  }
}
