import type { Tx } from '../common/database/unit-of-work';
import { maskNumber } from '../common/identity/mask-number';

type Metadata = Record<string, unknown>;

/**
 * The additional metadata of transactions by the ids of their postings (docs/api/transfers.md#transaction-metadata,
 * docs/api/bills.md#transaction-metadata). Bank verification numbers are masked, because a history shows them to the
 * other party.
 */
export async function readTransactionMetadata(
  tx: Tx,
  institutionId: number,
  postingIds: readonly number[],
): Promise<Map<number, Metadata>> {
  if (postingIds.length === 0) return new Map();
  const rows = await tx.query<{ id: string; additional_metadata: Metadata }[]>(
    `SELECT id, additional_metadata FROM posting
      WHERE institution_id = $1 AND id = ANY($2::bigint[]) AND additional_metadata IS NOT NULL`,
    [institutionId, postingIds],
  );
  return new Map(rows.map(({ id, additional_metadata }) => [Number(id), withMaskedBvns(additional_metadata)]));
}

function withMaskedBvns(metadata: Metadata): Metadata {
  return Object.fromEntries(
    Object.entries(metadata).map(([key, value]) => [
      key,
      key.endsWith('_bvn') && typeof value === 'string' ? maskNumber(value) : value,
    ]),
  );
}
