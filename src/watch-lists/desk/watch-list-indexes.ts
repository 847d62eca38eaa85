import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import { IdentityNumbers } from '../../common/identity/identity-numbers';
import { prepareParty } from '../matching/given-party';
import { type IndexEntry, NameIndex } from '../matching/name-index';
import type { ListedParty } from '../readers/listed-party';
import { PARTIES_MAX } from '../readers/read-list';
import { WatchListEntry } from './watch-list-entry.entity';
import type { WatchListVersion } from './watch-list-version.entity';

/** Entries that one read loads. */
const CHUNK_ROWS = 2_000;

/** Entries of a version as they differ from another one, or all where there is none. */
const IS_NEW = `NOT EXISTS (
    SELECT 1 FROM watch_list_entry b
     WHERE b.institution_id = e.institution_id AND b.version_id = :beforeId AND b.reference = e.reference
       AND b.digest = e.digest)`;

interface HeldIndex {
  /** Of a difference, 0 until it is built. */
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
 * The names of versions in memory. The index of a version is built at its first use and kept, because entries do not
 * change; all indexes of a process together have at most as many entries as the largest list may have.
 */
@Injectable()
export class WatchListIndexes {
  /** By institution and version; the index that was used last stands last. */
  private readonly held = new Map<string, HeldIndex>();

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly identity: IdentityNumbers,
  ) {}

  /**
   * The index of a version, whose keys are ids of entries.
   * @param beforeId only of entries that this version of the list lacks or has otherwise
   */
  of(version: WatchListVersion, beforeId?: number): Promise<NameIndex> {
    const { institutionId, id, entryCount } = version;
    const key = `${institutionId}:${id}:${beforeId ?? ''}`;
    const held = this.held.get(key) ?? {
      size: beforeId === undefined ? entryCount : 0,
      index: NameIndex.build(this.entriesOf(version, beforeId)),
    };
    this.held.delete(key);
    this.held.set(key, held);
    held.index.then(
      ({ size }) => {
        held.size = size;
        this.evict();
      },
      () => this.held.delete(key),
    );
    this.evict();
    return held.index;
  }

  /** Entries by their ids. */
  async parties(tx: Tx, institutionId: number, ids: readonly number[]): Promise<Map<number, StoredParty>> {
    const entries = await tx.findBy(WatchListEntry, { institutionId, id: In([...ids]) });
    return new Map(entries.map((entry) => [entry.id, { digest: entry.digest, party: this.partyOf(entry) }]));
  }

  private evict(): void {
    let total = [...this.held.values()].reduce((sum, { size }) => sum + size, 0);
    for (const [key, { size }] of this.held) {
      if (total <= PARTIES_MAX) return;
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
        yield { key: entry.id, party: prepareParty({ ...party, birthDate, country }) };
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
