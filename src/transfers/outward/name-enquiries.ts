import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Any } from 'typeorm';
import type { Tx } from '../../common/database/unit-of-work';
import { RetentionKinds } from '../../institutions/retention/retention-kinds';
import type { RetentionKind } from '../../institutions/retention/retention-setting';
import { NameEnquiry } from './name-enquiry.entity';
import { OUTWARD_TRANSFER } from './outward-transfer-kind';

/** One that a waiting transfer names is kept until that transfer is decided; the waiting postings have an index. */
const EXPIRED = `created_at < now() - make_interval(days => $2) AND NOT EXISTS (
    SELECT 1 FROM posting p
   WHERE p.institution_id = name_enquiry.institution_id AND p.kind = '${OUTWARD_TRANSFER}' AND p.status <> 'Posted'
          AND p.status IN ('Held', 'PendingApproval')
     AND p.additional_metadata->>'name_enquiry_ref' = name_enquiry.reference)
  AND NOT EXISTS (
    SELECT 1 FROM posting p
      JOIN bulk_transfer_row r ON r.institution_id = p.institution_id AND r.bulk_transfer_id = p.id
   WHERE p.institution_id = name_enquiry.institution_id AND p.kind = 'bulk-transfer' AND p.status <> 'Posted'
         AND p.status IN ('Held', 'PendingApproval') AND r.name_enquiry_ref = name_enquiry.reference)`;

const RETENTION: RetentionKind = {
  name: 'name-enquiries',
  title: 'name enquiries, with names and numbers of persons at other institutions',
  setting: 'RETENTION_NAME_ENQUIRIES_DAYS',
  unit: 'days',
  byDefault: 90,
  rows: { table: 'name_enquiry', key: 'id', where: EXPIRED },
};

/** The stored name enquiries. */
@Injectable()
export class NameEnquiries implements OnModuleInit {
  constructor(private readonly retention: RetentionKinds) {}

  onModuleInit(): void {
    this.retention.register(RETENTION);
  }

  /** The latest enquiry with this reference: a provider may answer two enquiries in one session. */
  async find(tx: Tx, institutionId: number, reference: string): Promise<NameEnquiry | null> {
    return tx.findOne(NameEnquiry, { where: { institutionId, reference }, order: { createdAt: 'DESC', id: 'DESC' } });
  }

  /** The latest enquiry with each of these references, by reference. */
  async findMany(tx: Tx, institutionId: number, references: string[]): Promise<Map<string, NameEnquiry>> {
    if (references.length === 0) return new Map();
    const found = await tx.find(NameEnquiry, {
      where: { institutionId, reference: Any(references) },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
    return new Map(found.map((enquiry) => [enquiry.reference, enquiry]));
  }
}
