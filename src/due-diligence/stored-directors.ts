import { Injectable } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import { IdentityNumbers } from '../common/identity/identity-numbers';
import { type IdentityPlace, IdentityPlaces, type SealedBatch, sealRows } from '../common/identity/identity-places';
import { MemberOf } from '../common/registry/registry';
import { DueDiligence } from './due-diligence.entity';

/** The identity numbers of directors, for the rotation of the master key. */
@Injectable()
@MemberOf(IdentityPlaces)
export class StoredDirectors implements IdentityPlace {
  readonly name = 'due_diligence';

  constructor(private readonly identity: IdentityNumbers) {}

  sealNext(tx: Tx, institutionId: number, after: string): Promise<SealedBatch> {
    return sealRows(tx, DueDiligence, { institutionId, after }, ({ directors: stored }) => {
      if (stored === null) return undefined;
      const directors = this.identity.documentWithCurrentKey(institutionId, stored);
      return directors === stored ? undefined : { directors };
    });
  }
}
