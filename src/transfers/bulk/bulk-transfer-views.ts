import type { Tx } from '../../common/database/unit-of-work';
import { koboToNaira } from '../../common/money/naira';
import { type Posting, postingReferenceNumber } from '../../ledger/engine/posting.entity';
import { bulkStatus } from './bulk-status';
import type { BulkTransfer } from './bulk-transfer.entity';
import type { BulkTransferFileView, BulkTransferView } from './bulk-transfers.dto';
import { postedOutwardRows } from './posted-outward-rows';

const RESULTS = `SELECT bulk_transfer_id, count(posting_id) AS posted, count(*) - count(posting_id) AS failed
  FROM bulk_transfer_result WHERE institution_id = $1 AND bulk_transfer_id = ANY($2::bigint[])
 GROUP BY bulk_transfer_id`;

/** The rows to other institutions that are posted: how many the beneficiaries have, and how many went back. */
const payoutsOf = (
  arePostedTogether: boolean,
): string => `SELECT count(*) FILTER (WHERE y.status = 'Processed') AS processed,
    count(*) FILTER (WHERE y.status = 'Reversed') AS reversed
  FROM (${postedOutwardRows(arePostedTogether)}) AS r
  JOIN payout y ON y.institution_id = $1 AND y.posting_id = r.posting_id`;

/** A file with the posting of its debit, whose id it has. */
export interface FileWithDebit {
  file: BulkTransfer;
  posting: Posting;
}

/** Numbers of rows with a result. */
interface Results {
  posted: number;
  failed: number;
}

/** Files with the numbers of their results. All files are of one institution. */
export async function bulkTransferFileViews(
  tx: Tx,
  institutionId: number,
  files: readonly FileWithDebit[],
): Promise<BulkTransferFileView[]> {
  const ids = files.flatMap(({ file }) => (file.together ? [] : file.id));
  const counts =
    ids.length === 0
      ? []
      : await tx.query<{ bulk_transfer_id: string; posted: string; failed: string }[]>(RESULTS, [institutionId, ids]);
  const results = new Map(
    counts.map((row) => [Number(row.bulk_transfer_id), { posted: Number(row.posted), failed: Number(row.failed) }]),
  );
  return files.map((of) => viewOf(of, results.get(of.file.id) ?? { posted: 0, failed: 0 }));
}

/** A file with its progress. */
export async function bulkTransferView(tx: Tx, of: FileWithDebit): Promise<BulkTransferView> {
  const { institutionId, id, together, outwardRowCount } = of.file;
  const [view] = await bulkTransferFileViews(tx, institutionId, [of]);
  if (outwardRowCount === 0 || of.posting.status !== 'Posted') return { ...view!, processedRows: 0, reversedRows: 0 };
  const text = payoutsOf(together);
  const [counts] = await tx.query<{ processed: string; reversed: string }[]>(text, [institutionId, id]);
  return { ...view!, processedRows: Number(counts!.processed), reversedRows: Number(counts!.reversed) };
}

/** All rows of a file whose rows are posted together have its own result. */
function viewOf({ file, posting }: FileWithDebit, results: Results): BulkTransferFileView {
  const status = bulkStatus(posting.status, file);
  const moves = status === 'Processing' || status === 'Pending';
  const posted = file.together && posting.status === 'Posted' ? file.rowCount : results.posted;
  const { failed } = results;
  return {
    referenceNumber: file.reference,
    postingReferenceNumber: postingReferenceNumber(posting.id),
    debitAccount: file.debitAccountNumber,
    narration: file.narration,
    status,
    amlHold: posting.status === 'Held',
    processing: file.together ? 'AllOrNone' : 'EachRow',
    rowCount: file.rowCount,
    totalAmount: koboToNaira(file.totalKobo),
    stampDuty: koboToNaira(file.dutyKobo),
    outwardCharges: koboToNaira(file.outwardChargesKobo),
    outwardRows: file.outwardRowCount,
    postedRows: posted,
    failedRows: status === 'Failed' || status === 'Declined' ? file.rowCount : failed,
    waitingRows: moves ? file.rowCount - posted - failed : 0,
    returnedAmount: koboToNaira(file.returnedKobo),
    failureReason: posting.failureMessage,
    createdAt: posting.createdAt.toISOString(),
    completedAt: (file.completedAt ?? (file.together ? posting.postedAt : null))?.toISOString() ?? null,
  };
}
