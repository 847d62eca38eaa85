import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { In } from 'typeorm';
import { atMost } from '../../common/cache/at-most';
import { AppConfig } from '../../common/config/app-config';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import { IdentityNumbers } from '../../common/identity/identity-numbers';
import { prepareParty } from '../matching/given-party';
import { type IndexEntry, NameIndex } from '../matching/name-index';
import type { ListedParty } from '../readers/listed-party';
import { WatchListEntry } from './watch-list-entry.entity';
import type { WatchListVersion } from './watch-list-version.entity';

/** Entries that one read loads. */
const CHUNK_ROWS = 2_000;

/** Entries of a version as they differ from another one, or all where there is none. */
const IS_NEW = `NOT EXISTS (
    SELECT 1 FROM watch_list_entry b
     WHERE b.institution_id = e.institution_id AND b.version_id = :beforeId AND b.reference = e.reference
       AND b.digest = e.digest)`;

/** A digest of the references and digests of all entries of a version. */
const CONTENT = `SELECT encode(sha256(convert_to(coalesce(
    string_agg(reference || ' ' || encode(digest, 'hex'), E'\\n' ORDER BY reference COLLATE "C"), ''), 'UTF8')), 'hex')
    AS content
  FROM watch_list_entry WHERE institution_id = $1 AND version_id = $2`;

/** Versions whose content is remembered: six lists of each of 10,000 institutions, in 10 MB. */
const CONTENTS_MAX = 60_000;

interface HeldIndex {
  /** The number of its entries; of a difference, 0 until it is built. */
  size: number;
  index: Promise<NameIndex>;
}

/** An entry of a version with what the list says of the party. */
export interface StoredParty {
  /** Changes with everything that the list says. */
  digest: string;
  party: ListedParty;
}

/**
 * The names of versions in memory (docs/domain/watch-lists.md#index). An index is built at its first use and kept,
 * because entries do not change. Versions with the same entries share one, whichever institution or list they belong
 * to: each institution imports the public lists for itself. All indexes of a process together have at most
 * `WATCH_LIST_INDEX_PARTIES` entries; beyond that the one that was used longest ago goes.
 */
@Injectable()
export class WatchListIndexes {
  /** By content; the index that was used last stands last. */
  private readonly held = new Map<string, HeldIndex>();
  /** Contents by institution and version. */
  private readonly contents = new LRUCache<string, Promise<string>>(atMost(CONTENTS_MAX));

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly identity: IdentityNumbers,
    private readonly config: AppConfig,
  ) {}

  /**
   * The index of a version.
   * @param beforeId only of entries that this version of the list lacks or has otherwise
   */
  async of(version: WatchListVersion, beforeId?: number): Promise<NameIndex> {
    const { institutionId, id } = version;
    const before = beforeId === undefined ? '' : await this.contentOf(institutionId, beforeId);
    const key = `${await this.contentOf(institutionId, id)}:${before}`;
    const held = this.held.get(key);
    if (held) {
      this.held.delete(key);
      this.held.set(key, held);
      return held.index;
    }
    return this.build(key, version, beforeId);
  }

  /** Entries of a version by their references. */
  async parties(
    tx: Tx,
    { institutionId, id: versionId }: WatchListVersion,
    references: readonly string[],
  ): Promise<Map<string, StoredParty>> {
    const distinct = [...new Set(references)];
    const parties = new Map<string, StoredParty>();
    for (let at = 0; at < distinct.length; at += CHUNK_ROWS) {
      const reference = In(distinct.slice(at, at + CHUNK_ROWS));
      for (const entry of await tx.findBy(WatchListEntry, { institutionId, versionId, reference }))
        parties.set(entry.reference, { digest: entry.digest, party: this.partyOf(entry) });
    }
    return parties;
  }

  private async build(key: string, version: WatchListVersion, beforeId?: number): Promise<NameIndex> {
    const size = beforeId === undefined ? version.entryCount : 0;
    const held: HeldIndex = { size, index: NameIndex.build(this.entriesOf(version, beforeId)) };
    this.held.set(key, held);
    this.evict();
    try {
      const index = await held.index;
      held.size = index.size;
      this.evict();
      return index;
    } catch (error) {
      this.held.delete(key);
      throw error;
    }
  }

  /**
   * What all entries of a version say: equal for equal entries. Entries with a BVN or NIN differ from one institution
   * to the next, so no index is shared over such numbers.
   */
  private contentOf(institutionId: number, versionId: number): Promise<string> {
    const key = `${institutionId}:${versionId}`;
    const known = this.contents.get(key);
    if (known) return known;
    const content = this.unitOfWork.read(institutionId, async (tx) => {
      const [row] = await tx.query<{ content: string }[]>(CONTENT, [institutionId, versionId]);
      return row!.content;
    });
    this.contents.set(key, content);
    content.catch(() => this.contents.delete(key));
    return content;
  }

  private evict(): void {
    let total = [...this.held.values()].reduce((sum, { size }) => sum + size, 0);
    for (const [key, { size }] of this.held) {
      if (total <= this.config.watchListIndexParties) return;
      this.held.delete(key);
      total -= size;
    }
  }

  private async *entriesOf(version: WatchListVersion, beforeId?: number): AsyncGenerator<IndexEntry> {
    const { institutionId, id: versionId } = version;
    for (let after = 0; ;) {
      const entries = await this.unitOfWork.read(institutionId, (tx) => {
        const query = tx
          .createQueryBuilder(WatchListEntry, 'e')
          .where('e.institution_id = :institutionId AND e.version_id = :versionId', { institutionId, versionId })
          .andWhere('e.id > :after', { after })
          .orderBy('e.id')
          .take(CHUNK_ROWS);
        return (beforeId === undefined ? query : query.andWhere(IS_NEW, { beforeId })).getMany();
      });
      for (const entry of entries) {
        const party = this.partyOf(entry);
        const { birthDates: birthDate, countries: country } = party;
        yield { reference: entry.reference, party: prepareParty({ ...party, birthDate, country }) };
      }
      if (entries.length < CHUNK_ROWS) return;
      after = entries.at(-1)!.id;
    }
  }

  private partyOf({ institutionId, reference, type, name, content }: WatchListEntry): ListedParty {
    const rest = this.identity.openDocument(institutionId, content, true) as Omit<ListedParty, 'reference'>;
    return { ...rest, reference, type, name };
  }
}
