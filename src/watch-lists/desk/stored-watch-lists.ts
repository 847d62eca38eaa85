import { Injectable } from '@nestjs/common';
import type { Tx } from '../../common/database/unit-of-work';
import { IdentityNumbers } from '../../common/identity/identity-numbers';
import { type IdentityPlace, IdentityPlaces, type SealedBatch, sealRows } from '../../common/identity/identity-places';
import { MemberOf } from '../../common/registry/registry';
import { WatchListEntry } from './watch-list-entry.entity';

/** The identity numbers of listed parties. */
@Injectable()
@MemberOf(IdentityPlaces)
export class StoredWatchLists implements IdentityPlace {
  readonly name = 'watch_list_entry';

  constructor(private readonly identity: IdentityNumbers) {}

  sealNext(tx: Tx, institutionId: number, after: string): Promise<SealedBatch> {
    return sealRows(tx, WatchListEntry, { institutionId, after }, ({ content: stored }) => {
      const content = this.identity.documentWithCurrentKey(institutionId, stored);
      return content === stored ? undefined : { content };
    });
  }
}
