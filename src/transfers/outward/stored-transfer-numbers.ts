import { Injectable } from '@nestjs/common';
import type { Tx } from '../../common/database/unit-of-work';
import { IdentityNumbers } from '../../common/identity/identity-numbers';
import { type IdentityPlace, IdentityPlaces, type SealedBatch, sealRows } from '../../common/identity/identity-places';
import { maskNumber } from '../../common/identity/mask-number';
import { MemberOf } from '../../common/registry/registry';
import { Payout } from '../../payouts/payout.entity';
import { NameEnquiry } from './name-enquiry.entity';
import { OUTWARD_TRANSFER } from './outward-transfer-kind';

const POSTINGS_PER_BATCH = 1_000;
const SEALED_DETAILS = ['beneficiaryBvn', 'originatorBvn'] as const;

/** The BVNs that providers answered to name enquiries. */
@Injectable()
@MemberOf(IdentityPlaces)
export class StoredNameEnquiries implements IdentityPlace {
  readonly name = 'name_enquiry';

  constructor(private readonly identity: IdentityNumbers) {}

  sealNext(tx: Tx, institutionId: number, after: string): Promise<SealedBatch> {
    return sealRows(tx, NameEnquiry, { institutionId, after }, ({ sealedBvn, bankVerificationNumber }) => {
      const stored = sealedBvn ?? bankVerificationNumber;
      if (stored === null) return undefined;
      const sealed = this.identity.sealedWithCurrentKey(institutionId, 'bvn', stored);
      return sealed === stored ? undefined : { sealedBvn: sealed, bankVerificationNumber: null };
    });
  }
}

/** The BVNs that outward transfers send to the provider. */
@Injectable()
@MemberOf(IdentityPlaces)
export class StoredPayoutDetails implements IdentityPlace {
  readonly name = 'payout';

  constructor(private readonly identity: IdentityNumbers) {}

  sealNext(tx: Tx, institutionId: number, after: string): Promise<SealedBatch> {
    return sealRows(tx, Payout, { institutionId, after }, ({ kind, details }) => {
      if (kind !== OUTWARD_TRANSFER) return undefined;
      const changed = SEALED_DETAILS.flatMap((name): [string, string][] => {
        const stored = details[name];
        if (typeof stored !== 'string') return [];
        const sealed = this.identity.sealedWithCurrentKey(institutionId, 'bvn', stored);
        return sealed === stored ? [] : [[name, sealed]];
      });
      return changed.length === 0 ? undefined : { details: { ...details, ...Object.fromEntries(changed) } };
    });
  }
}

interface MetadataRow {
  id: string;
  originator_bvn: string | null;
  beneficiary_bvn: string | null;
}

/** The BVNs in the metadata of postings, which keeps only their masks. */
@Injectable()
@MemberOf(IdentityPlaces)
export class StoredPostingMetadata implements IdentityPlace {
  readonly name = 'posting';

  async sealNext(tx: Tx, institutionId: number, after: string): Promise<SealedBatch> {
    const rows = await tx.query<MetadataRow[]>(
      `SELECT id, additional_metadata->>'originator_bvn' AS originator_bvn,
              additional_metadata->>'beneficiary_bvn' AS beneficiary_bvn
         FROM posting WHERE institution_id = $1 AND id > $2 ORDER BY id LIMIT ${POSTINGS_PER_BATCH}`,
      [institutionId, Number(after)],
    );
    let sealedRows = 0;
    for (const { id, ...numbers } of rows) {
      const masks = Object.entries(numbers).flatMap(([name, number]): [string, string][] =>
        number === null || maskNumber(number) === number ? [] : [[name, maskNumber(number)]],
      );
      if (masks.length === 0) continue;
      await tx.query(
        `UPDATE posting SET additional_metadata = additional_metadata || $3::jsonb
          WHERE institution_id = $1 AND id = $2`,
        [institutionId, id, JSON.stringify(Object.fromEntries(masks))],
      );
      sealedRows += 1;
    }
    return { next: rows.length < POSTINGS_PER_BATCH ? null : rows.at(-1)!.id, sealedRows, failedRows: 0 };
  }
}
