import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Tx } from '../../common/database/unit-of-work';
import { Housekeeping } from '../../common/housekeeping';
import { NameEnquiry } from './name-enquiry.entity';
import { OUTWARD_TRANSFER } from './outward-transfer-kind';

/**
 * Name enquiries are kept for a week. One that a waiting transfer names is kept until that transfer is decided; the
 * waiting postings have an index.
 */
const EXPIRED = `created_at < now() - interval '7 days' AND NOT EXISTS (
    SELECT 1 FROM posting p
   WHERE p.institution_id = name_enquiry.institution_id AND p.kind = '${OUTWARD_TRANSFER}' AND p.status <> 'Posted'
          AND p.status IN ('Held', 'PendingApproval')
     AND p.additional_metadata->>'name_enquiry_ref' = name_enquiry.reference)`;

/** The stored name enquiries. */
@Injectable()
export class NameEnquiries implements OnModuleInit {
  constructor(private readonly housekeeping: Housekeeping) {}

  onModuleInit(): void {
    this.housekeeping.register({ table: 'name_enquiry', key: 'id', where: EXPIRED });
  }

  /** The latest enquiry with this reference: a provider may answer two enquiries in one session. */
  async find(tx: Tx, institutionId: number, reference: string): Promise<NameEnquiry | null> {
    return tx.findOne(NameEnquiry, { where: { institutionId, reference }, order: { createdAt: 'DESC', id: 'DESC' } });
  }
}
