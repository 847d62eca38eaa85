import type { Tx } from '../common/database/unit-of-work';
import { AccountDirectoryEntry } from '../ledger/chart/account-directory-entry.entity';
import { Posting } from '../ledger/engine/posting.entity';
import { BULK_TRANSFER_KIND } from './posting-kinds';

/** The reference of the bulk file that a posting is a row of; undefined for any other posting. */
export function bulkReferenceOf({ additionalMetadata }: Pick<Posting, 'additionalMetadata'>): string | undefined {
  const reference = additionalMetadata?.bulk_reference;
  return typeof reference === 'string' ? reference : undefined;
}

/**
 * The account that paid a row of a bulk transfer, whose own entry is on the ledger that carried the file's money;
 * undefined for any other posting.
 */
export async function bulkRowPayer(
  tx: Tx,
  { institutionId, additionalMetadata }: Pick<Posting, 'institutionId' | 'additionalMetadata'>,
): Promise<number | undefined> {
  const number = additionalMetadata?.account_number_from;
  if (bulkReferenceOf({ additionalMetadata }) === undefined || typeof number !== 'string') return undefined;
  return (await tx.findOneByOrFail(AccountDirectoryEntry, { institutionId, number })).ledgerAccountId;
}

/**
 * When the sum of the file was debited to which a row belongs: AML windows and the daily limit of the payer count it
 * there, however much later the row is posted.
 */
export async function bulkFilePostedAt(
  tx: Tx,
  { institutionId, additionalMetadata }: Pick<Posting, 'institutionId' | 'additionalMetadata'>,
): Promise<Date | undefined> {
  const reference = bulkReferenceOf({ additionalMetadata });
  if (reference === undefined) return undefined;
  const file = await tx.findOneBy(Posting, { institutionId, kind: BULK_TRANSFER_KIND, reference });
  return file?.postedAt ?? undefined;
}
