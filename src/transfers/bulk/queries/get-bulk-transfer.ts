import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Tx, UnitOfWork } from '../../../common/database/unit-of-work';
import { koboToNaira } from '../../../common/money/naira';
import { Posting, postingReferenceNumber } from '../../../ledger/engine/posting.entity';
import { transfersErrors } from '../../transfers.errors';
import { bulkStatus } from '../bulk-status';
import { BulkTransfer } from '../bulk-transfer.entity';
import { BULK_TRANSFER_KIND } from '../bulk-transfer.operation';
import type { BulkTransferView } from '../bulk-transfers.dto';

const RESULTS = `SELECT count(posting_id) AS posted, count(*) - count(posting_id) AS failed
  FROM bulk_transfer_result WHERE institution_id = $1 AND bulk_transfer_id = $2`;

/** A file of transfers with its progress. */
export class GetBulkTransfer extends Query<BulkTransferView> {
  constructor(
    readonly institutionId: number,
    readonly referenceNumber: string,
  ) {
    super();
  }
}

/** A file and the posting of its debit. @throws BULK_TRANSFER_NOT_FOUND (404) */
export async function requireBulkTransfer(
  tx: Tx,
  institutionId: number,
  reference: string,
): Promise<{ file: BulkTransfer; posting: Posting }> {
  const posting = await tx.findOneBy(Posting, { institutionId, kind: BULK_TRANSFER_KIND, reference });
  const file = posting && (await tx.findOneBy(BulkTransfer, { institutionId, id: posting.id }));
  if (!file) throw transfersErrors.BULK_TRANSFER_NOT_FOUND();
  return { file, posting };
}

@QueryHandler(GetBulkTransfer)
export class GetBulkTransferHandler implements IQueryHandler<GetBulkTransfer> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async execute({ institutionId, referenceNumber }: GetBulkTransfer): Promise<BulkTransferView> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const { file, posting } = await requireBulkTransfer(tx, institutionId, referenceNumber);
      return viewOf(file, posting, await resultsOf(tx, file, posting));
    });
  }
}

interface Results {
  posted: number;
  failed: number;
}

/** The numbers of posted and failed rows; all rows of a file whose rows are posted together have its own result. */
async function resultsOf(
  tx: Tx,
  { institutionId, id, together, rowCount }: BulkTransfer,
  { status }: Posting,
): Promise<Results> {
  if (together) return { posted: status === 'Posted' ? rowCount : 0, failed: 0 };
  const [counts] = await tx.query<{ posted: string; failed: string }[]>(RESULTS, [institutionId, id]);
  return { posted: Number(counts!.posted), failed: Number(counts!.failed) };
}

function viewOf(file: BulkTransfer, posting: Posting, { posted, failed }: Results): BulkTransferView {
  const status = bulkStatus(posting.status, file);
  const moves = status === 'Processing' || status === 'Pending';
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
    postedRows: posted,
    failedRows: status === 'Failed' || status === 'Declined' ? file.rowCount : failed,
    waitingRows: moves ? file.rowCount - posted - failed : 0,
    returnedAmount: koboToNaira(file.returnedKobo),
    failureReason: posting.failureMessage,
    createdAt: posting.createdAt.toISOString(),
    completedAt: (file.completedAt ?? (file.together ? posting.postedAt : null))?.toISOString() ?? null,
  };
}
