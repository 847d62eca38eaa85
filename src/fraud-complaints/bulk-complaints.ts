import type { Tx } from '../common/database/unit-of-work';
import { Posting } from '../ledger/engine/posting.entity';
import { bulkReferenceOf } from '../postings/bulk-row-payer';
import { BULK_TRANSFER_KIND } from '../postings/posting-kinds';
import { fraudComplaintsErrors } from './fraud-complaints.errors';

const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended('fraud-complaint:' || $1 || ':' || $2, 0))`;

/** Complaints about one payment, about the bulk file that it is a row of, or about a row of the file that it is. */
const COMPLAINTS = `SELECT c.posting_id FROM fraud_complaint c
  JOIN posting p ON p.institution_id = c.institution_id AND p.id = c.posting_id
 WHERE c.institution_id = $1
   AND (c.posting_id = ANY($2::bigint[]) OR $3::text IS NOT NULL AND p.additional_metadata ->> 'bulk_reference' = $3)
 LIMIT 1`;

/**
 * Makes sure that a payment has one complaint, also where several are opened at once. A bulk file pays the money of its
 * rows, so a complaint about the file and one about a row would give the same money back twice.
 * @throws COMPLAINT_EXISTS (409)
 */
export async function assertNotDisputed(tx: Tx, posting: Posting): Promise<void> {
  const { institutionId, id, kind, reference } = posting;
  const fileReference = bulkReferenceOf(posting);
  const file =
    fileReference === undefined
      ? null
      : await tx.findOneBy(Posting, { institutionId, kind: BULK_TRANSFER_KIND, reference: fileReference });
  await tx.query(LOCK, [institutionId, file?.id ?? id]);
  const ids = file ? [id, file.id] : [id];
  const rowsOf = kind === BULK_TRANSFER_KIND ? reference : null;
  const [known] = await tx.query<{ posting_id: string }[]>(COMPLAINTS, [institutionId, ids, rowsOf]);
  if (!known) return;
  if (Number(known.posting_id) === id) throw fraudComplaintsErrors.COMPLAINT_EXISTS();
  throw fraudComplaintsErrors.COMPLAINT_EXISTS(
    rowsOf === null
      ? 'The bulk transfer that paid this row has a complaint already; work on that one.'
      : 'A row of this bulk transfer has a complaint already; open one for each other row that was made by fraud.',
  );
}
