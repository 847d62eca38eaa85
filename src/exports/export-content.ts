import type { Tx } from '../common/database/unit-of-work';
import type { DocumentErasure } from '../documents/document-erasure';
import type { ListExport } from './list-export.entity';

/** Longer than a content takes to be stored: a process that was taken for dead may still be storing it. */
const MAY_BE_STORED_MS = 3_600_000;

/**
 * Orders the removal of the content of an attempt that will not finish, in the transaction that ends the attempt. Does
 * nothing for an export that has none.
 */
export async function removeExportContent(
  tx: Tx,
  erasure: DocumentErasure,
  { institutionId, documentId, storage }: ListExport,
  now: Date,
): Promise<void> {
  if (documentId === null || storage === null) return;
  const dueAt = new Date(now.getTime() + MAY_BE_STORED_MS);
  await erasure.removeContent(tx, { institutionId, documentId, storage }, dueAt);
}
