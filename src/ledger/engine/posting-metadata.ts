import { Injectable } from '@nestjs/common';
import type { Tx } from '../../common/database/unit-of-work';

/**
 * Updates the metadata in the transaction history when the state of a transaction changes
 * (docs/api/transfers.md#transaction-metadata).
 */
@Injectable()
export class PostingMetadata {
  /** Replaces the given top-level keys and keeps the others. */
  async merge(tx: Tx, institutionId: number, postingId: number, changes: Record<string, unknown>): Promise<void> {
    await tx.query(
      `UPDATE posting SET additional_metadata = coalesce(additional_metadata, '{}') || $3::jsonb
        WHERE institution_id = $1 AND id = $2`,
      [institutionId, postingId, JSON.stringify(changes)],
    );
  }
}
