import { Injectable } from '@nestjs/common';
import type { Tx } from '../../common/database/unit-of-work';
import { metadataErrors } from '../../metadata/metadata.errors';

/**
 * SQL condition on `legal_hold h` for a hold that counts now; it reads the institution's business date.
 * @param institution the parameter of the institution
 */
export const holdInForce = (institution: string): string => `h.removed_at IS NULL AND (h.until IS NULL OR h.until >= (
  SELECT i.business_date FROM institution i WHERE i.institution_id = ${institution}))`;

/** `holdInForce` of statements whose first parameter is the institution. */
export const HOLD_IN_FORCE = holdInForce('$1');

// The lock makes a deletion wait for a hold that is being placed, and a new hold for a deletion under way.
const LOCK_CUSTOMERS = 'SELECT id FROM customer WHERE institution_id = $1 AND id = ANY($2) ORDER BY id FOR SHARE';

const HELD = `SELECT h.customer_id FROM legal_hold h
   WHERE h.institution_id = $1 AND h.customer_id = ANY($2) AND ${HOLD_IN_FORCE}`;

/** Legal holds as the doors of deletion ask for them (docs/api/personal-data.md#legal-hold). */
@Injectable()
export class LegalHolds {
  /** Locks the customers in share mode until the transaction ends. @returns the ids of those under a legal hold */
  async lockHeld(tx: Tx, institutionId: number, customerIds: readonly number[]): Promise<Set<number>> {
    if (customerIds.length === 0) return new Set();
    await tx.query(LOCK_CUSTOMERS, [institutionId, customerIds]);
    const held = await tx.query<{ customer_id: string }[]>(HELD, [institutionId, customerIds]);
    return new Set(held.map(({ customer_id }) => Number(customer_id)));
  }

  /**
   * Locks as `lockHeld` does.
   * @param customerIds the customers whose records would be deleted.
   * @throws RECORD_UNDER_LEGAL_HOLD (409)
   */
  async assertMayDelete(tx: Tx, institutionId: number, customerIds: readonly number[]): Promise<void> {
    const held = await this.lockHeld(tx, institutionId, customerIds);
    if (held.size > 0) throw metadataErrors.RECORD_UNDER_LEGAL_HOLD();
  }
}
