import { Injectable } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import { IdentityNumbers } from '../common/identity/identity-numbers';
import { type IdentityPlace, IdentityPlaces, type SealedBatch, sealRows } from '../common/identity/identity-places';
import { MemberOf } from '../common/registry/registry';
import { EntityMetadata } from './entity-metadata.entity';

/** The identity numbers in callers' metadata. */
@Injectable()
@MemberOf(IdentityPlaces)
export class StoredMetadata implements IdentityPlace {
  readonly name = 'entity_metadata';

  constructor(private readonly identity: IdentityNumbers) {}

  sealNext(tx: Tx, institutionId: number, after: string): Promise<SealedBatch> {
    return sealRows(tx, EntityMetadata, { institutionId, after }, ({ content: stored }) => {
      const content = this.identity.documentWithCurrentKey(institutionId, stored);
      return content === stored ? undefined : { content };
    });
  }
}
