import type { Tx } from '../common/database/unit-of-work';
import { AccountDirectoryEntry } from '../ledger/chart/account-directory-entry.entity';
import type { Posting } from '../ledger/engine/posting.entity';

/**
 * The account that paid a row of a bulk transfer, whose own entry is on the ledger that carried the file's money;
 * undefined for any other posting.
 */
export async function bulkRowPayer(
  tx: Tx,
  { institutionId, additionalMetadata }: Pick<Posting, 'institutionId' | 'additionalMetadata'>,
): Promise<number | undefined> {
  const { bulk_reference: bulkReference, account_number_from: number } = additionalMetadata ?? {};
  if (typeof bulkReference !== 'string' || typeof number !== 'string') return undefined;
  return (await tx.findOneByOrFail(AccountDirectoryEntry, { institutionId, number })).ledgerAccountId;
}
