import { Injectable } from '@nestjs/common';
import { LegalHolds } from '../../accounts/legal-holds/legal-holds';
import type { Tx } from '../../common/database/unit-of-work';
import { MemberOf } from '../../common/registry/registry';
import { type RecordHold, RecordHolds } from '../../metadata/record-holds';

const CUSTOMER_OF_RECORD = `
  SELECT id AS customer_id FROM customer WHERE institution_id = $1 AND id = $2
  UNION SELECT customer_id FROM deposit_account WHERE institution_id = $1 AND id = $2
  UNION SELECT customer_id FROM loan WHERE institution_id = $1 AND id = $2
  UNION SELECT customer_id FROM fixed_deposit WHERE institution_id = $1 AND id = $2`;

/** Refuses deletions from records whose customer is under a legal hold; other records have no customer. */
@Injectable()
@MemberOf(RecordHolds)
export class CustomerRecordHolds implements RecordHold {
  readonly name = 'legal-hold';

  constructor(private readonly legalHolds: LegalHolds) {}

  async assertMayDelete(tx: Tx, institutionId: number, entityId: number): Promise<void> {
    const customers = await tx.query<{ customer_id: string }[]>(CUSTOMER_OF_RECORD, [institutionId, entityId]);
    const ids = customers.map(({ customer_id }) => Number(customer_id));
    await this.legalHolds.assertMayDelete(tx, institutionId, ids);
  }
}
