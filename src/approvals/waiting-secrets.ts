import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { type SealedPlace, SealedPlaces } from '../common/crypto/sealed-places';
import type { Tx } from '../common/database/unit-of-work';
import { MemberOf } from '../common/registry/registry';
import type { ConfigurationChange } from '../institutions/changes/change-as-data';
import { ChangeKinds } from '../institutions/changes/change-kinds';
import { Approval } from './approval.entity';

/** The secrets in changes that wait for a second person, for the rotation of the master key. */
@Injectable()
@MemberOf(SealedPlaces)
export class WaitingSecrets implements SealedPlace {
  readonly name = 'approval';

  constructor(private readonly kinds: ChangeKinds) {}

  async reseal(tx: Tx, institutionId: number): Promise<number> {
    const kinds = this.kinds.list().filter((kind) => kind.reseal !== undefined);
    const waiting = await tx.find(Approval, {
      where: { institutionId, status: 'Pending', operation: In(kinds.map(({ operation }) => operation)) },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
    let resealed = 0;
    for (const { id, operation, details } of waiting) {
      const { after: waitingFields } = details as unknown as ConfigurationChange;
      const { after, count } = this.kinds.require(operation).reseal!(institutionId, waitingFields);
      if (count === 0) continue;
      await tx.update(Approval, { institutionId, id }, { details: { ...details, after: after as object } });
      resealed += count;
    }
    return resealed;
  }

  /** Nothing of an approval is cached. */
  forget(): void {}
}
