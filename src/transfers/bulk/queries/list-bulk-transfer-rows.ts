import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { pagingOf } from '../../../common/database/list-page';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import { type Page, pageOf } from '../../../common/http/paging';
import { koboToNaira } from '../../../common/money/naira';
import { postingReferenceNumber } from '../../../ledger/engine/posting.entity';
import type { BulkRowStatus, BulkTransferRowView, ListBulkTransferRowsQuery } from '../bulk-transfers.dto';
import { requireBulkTransfer } from './get-bulk-transfer';

/** The rows of a file with their results, in the order of the file. */
export class ListBulkTransferRows extends Query<Page<BulkTransferRowView>> {
  constructor(
    readonly institutionId: number,
    readonly referenceNumber: string,
    readonly query: ListBulkTransferRowsQuery,
  ) {
    super();
  }
}

/**
 * Rows with their results. Rows that were posted together have no result of their own: they are posted when the file
 * is, and are found by their references.
 */
const ROWS = `SELECT * FROM (
  SELECT r.row_number, r.reference, r.credit_account_number, r.amount_kobo, r.narration, s.failure_code,
         s.failure_message, coalesce(s.posting_id, p.id) AS posting_id,
         CASE WHEN coalesce(s.posting_id, p.id) IS NOT NULL THEN 'Posted'
              WHEN s.row_number IS NOT NULL OR $4 THEN 'Failed' ELSE 'Waiting' END AS status
    FROM bulk_transfer_row r
    LEFT JOIN bulk_transfer_result s
      ON s.institution_id = $1 AND s.bulk_transfer_id = $2 AND s.row_number = r.row_number
    LEFT JOIN posting p ON $3 AND p.institution_id = $1 AND p.kind = 'transfer' AND p.reference = r.reference
   WHERE r.institution_id = $1 AND r.bulk_transfer_id = $2) AS rows
 WHERE $5::text IS NULL OR status = $5`;

interface Row {
  row_number: string;
  reference: string;
  credit_account_number: string;
  amount_kobo: string;
  narration: string;
  posting_id: string | null;
  status: BulkRowStatus;
  failure_code: string | null;
  failure_message: string | null;
}

@QueryHandler(ListBulkTransferRows)
export class ListBulkTransferRowsHandler implements IQueryHandler<ListBulkTransferRows> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** @throws BULK_TRANSFER_NOT_FOUND (404) */
  async execute({ institutionId, referenceNumber, query }: ListBulkTransferRows): Promise<Page<BulkTransferRowView>> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const { file, posting } = await requireBulkTransfer(tx, institutionId, referenceNumber);
      const isPosted = file.together && posting.status === 'Posted';
      const isEnded = posting.status === 'Declined' || posting.status === 'Failed';
      const values = [institutionId, file.id, isPosted, isEnded, query.Status ?? null];
      const paging = pagingOf(query);
      const direction = query.Direction === 'Desc' ? 'DESC' : 'ASC';
      const rows = await tx.query<Row[]>(`${ROWS} ORDER BY row_number ${direction} LIMIT $6 OFFSET $7`, [
        ...values,
        paging.pageSize,
        (paging.pageNumber - 1) * paging.pageSize,
      ]);
      const [counted] = await tx.query<{ count: string }[]>(
        `SELECT count(*) AS count FROM (${ROWS}) AS all_rows`,
        values,
      );
      return pageOf(rows.map(viewOf), Number(counted!.count), paging);
    });
  }
}

function viewOf(row: Row): BulkTransferRowView {
  return {
    rowNumber: Number(row.row_number),
    reference: row.reference,
    creditAccount: row.credit_account_number,
    amount: koboToNaira(BigInt(row.amount_kobo)),
    narration: row.narration,
    status: row.status,
    postingReferenceNumber: row.posting_id === null ? null : postingReferenceNumber(Number(row.posting_id)),
    failureCode: row.failure_code,
    failureReason: row.failure_message,
  };
}
