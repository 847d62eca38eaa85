import { Injectable } from '@nestjs/common';
import { LegalHolds } from '../../accounts/legal-holds/legal-holds';
import type { Tx } from '../../common/database/unit-of-work';
import { MemberOf } from '../../common/registry/registry';
import { metadataErrors } from '../../metadata/metadata.errors';
import { type RecordHold, RecordHolds } from '../../metadata/record-holds';

const CUSTOMER_OF_RECORD = `
  SELECT id AS customer_id FROM customer WHERE institution_id = $1 AND id = $2
  UNION SELECT customer_id FROM deposit_account WHERE institution_id = $1 AND id = $2
  UNION SELECT customer_id FROM loan WHERE institution_id = $1 AND id = $2
  UNION SELECT customer_id FROM fixed_deposit WHERE institution_id = $1 AND id = $2`;

// The lock makes an addition wait for an erasure under way, and an erasure for an addition.
const LOCK_CUSTOMERS = `SELECT erased_at IS NOT NULL AS erased FROM customer
   WHERE institution_id = $1 AND id = ANY($2) ORDER BY id FOR SHARE`;

/**
 * Refuses deletions from records whose customer is under a legal hold, and additions to those of a customer who was
 * erased; other records have no customer.
 */
@Injectable()
@MemberOf(RecordHolds)
export class CustomerRecordHolds implements RecordHold {
  readonly name = 'legal-hold';

  constructor(private readonly legalHolds: LegalHolds) {}

  async assertMayDelete(tx: Tx, institutionId: number, entityId: number): Promise<void> {
    await this.legalHolds.assertMayDelete(tx, institutionId, await customersOf(tx, institutionId, entityId));
  }

  async assertMayAdd(tx: Tx, institutionId: number, entityId: number): Promise<void> {
    const ids = await customersOf(tx, institutionId, entityId);
    const customers = await tx.query<{ erased: boolean }[]>(LOCK_CUSTOMERS, [institutionId, ids]);
    if (customers.some(({ erased }) => erased)) throw metadataErrors.CUSTOMER_ERASED();
  }
}

async function customersOf(tx: Tx, institutionId: number, entityId: number): Promise<number[]> {
  const customers = await tx.query<{ customer_id: string }[]>(CUSTOMER_OF_RECORD, [institutionId, entityId]);
  return customers.map(({ customer_id }) => Number(customer_id));
}
