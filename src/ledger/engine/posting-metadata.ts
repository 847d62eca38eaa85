import { Injectable } from '@nestjs/common';
import type { Tx } from '../../common/database/unit-of-work';

/**
 * Keeps the metadata of the transaction history in step with what becomes of a transaction (spec, Transaction
 * additional metadata).
 */
@Injectable()
export class PostingMetadata {
  /** Replaces the given top-level keys and leaves the others. */
  async merge(tx: Tx, institutionId: number, postingId: number, changes: Record<string, unknown>): Promise<void> {
    await tx.query(
      `UPDATE posting SET additional_metadata = coalesce(additional_metadata, '{}') || $3::jsonb WHERE institution_id = $1 AND id = $2`,
      [institutionId, postingId, JSON.stringify(changes)],
    );
  }
}
