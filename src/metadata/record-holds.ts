import { Injectable } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import { Registry } from '../common/registry/registry';

/** A module's reason to keep what belongs to a record, such as a legal hold of its customer. */
export interface RecordHold {
  /** Stable name, such as `legal-hold`. */
  readonly name: string;
  /**
   * Runs in the transaction that deletes.
   * @param entityId id of the record; ids are unique over all tables.
   * @throws RECORD_UNDER_LEGAL_HOLD (409)
   */
  assertMayDelete(tx: Tx, institutionId: number, entityId: number): Promise<void>;
}

/**
 * Asked before anything that belongs to a customer, an account, a loan or a deposit is deleted: the providers with
 * `@MemberOf(RecordHolds)`.
 */
@Injectable()
export class RecordHolds extends Registry<RecordHold> {
  /** @throws the refusal of the first member that keeps the record */
  async assertMayDelete(tx: Tx, institutionId: number, entityId: number): Promise<void> {
    for (const hold of this.all()) await hold.assertMayDelete(tx, institutionId, entityId);
  }

  protected override nameOf({ name }: RecordHold): string {
    return name;
  }
}
