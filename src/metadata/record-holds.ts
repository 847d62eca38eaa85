import { Injectable } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import { Registry } from '../common/registry/registry';

/** A module's reason to keep what belongs to a record as it is, such as a legal hold of its customer. */
export interface RecordHold {
  /** Stable name, such as `legal-hold`. */
  readonly name: string;
  /**
   * Runs in the transaction that deletes.
   * @param entityId id of the record; ids are unique over all tables.
   * @throws RECORD_UNDER_LEGAL_HOLD (409)
   */
  assertMayDelete(tx: Tx, institutionId: number, entityId: number): Promise<void>;
  /**
   * Runs in the transaction that stores something with the record. Until it ends, the record's customer is not erased.
   * @param entityId as above
   * @throws CUSTOMER_ERASED (409)
   */
  assertMayAdd(tx: Tx, institutionId: number, entityId: number): Promise<void>;
}

/**
 * Asked before anything that belongs to a customer, an account, a loan or a deposit is deleted or added: the providers
 * with `@MemberOf(RecordHolds)`.
 */
@Injectable()
export class RecordHolds extends Registry<RecordHold> {
  /** @throws the refusal of the first member that keeps the record */
  async assertMayDelete(tx: Tx, institutionId: number, entityId: number): Promise<void> {
    for (const hold of this.all()) await hold.assertMayDelete(tx, institutionId, entityId);
  }

  /** @throws the refusal of the first member that keeps the record as it is */
  async assertMayAdd(tx: Tx, institutionId: number, entityId: number): Promise<void> {
    for (const hold of this.all()) await hold.assertMayAdd(tx, institutionId, entityId);
  }

  protected override nameOf({ name }: RecordHold): string {
    return name;
  }
}
