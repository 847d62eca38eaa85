import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Keyset } from '../../../common/database/keyset';
import { pagingOf } from '../../../common/database/list-page';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import { type Page, pageOf } from '../../../common/http/paging';
import { koboToNaira } from '../../../common/money/naira';
import { postingReferenceNumber } from '../../../ledger/engine/posting.entity';
import type { PayoutStatus } from '../../../payouts/payout.entity';
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

const BY_REFERENCE = `p.reference = r.reference
     AND p.kind = CASE WHEN r.bank_code IS NULL THEN 'transfer' ELSE 'outward-transfer' END`;

/**
 * Rows with their results. Rows that were posted together have no result of their own: they are posted when the file
 * is, and are found by their references. Each way has a text of its own, because a join whose condition is a false
 * parameter names no institution on a distributed database.
 */
const rowsOf = (arePostedTogether: boolean): string => `SELECT * FROM (
  SELECT r.row_number, r.reference, r.credit_account_number, r.amount_kobo, r.narration, s.failure_code,
         r.bank_code, r.duty_kobo + r.charges_kobo AS charged_kobo, y.status AS processing_status, y.session_id,
         s.failure_message, coalesce(s.posting_id, p.id) AS posting_id,
         CASE WHEN y.id IS NULL THEN p.reversed_by_id IS NOT NULL ELSE y.status = 'Reversed' END AS is_reversed,
         CASE WHEN coalesce(s.posting_id, p.id) IS NOT NULL THEN 'Posted'
              WHEN s.row_number IS NOT NULL OR $3 THEN 'Failed' ELSE 'Waiting' END AS status
    FROM bulk_transfer_row r
    LEFT JOIN bulk_transfer_result s
      ON s.institution_id = $1 AND s.bulk_transfer_id = $2 AND s.row_number = r.row_number
    LEFT JOIN posting p ON p.institution_id = $1 AND ${arePostedTogether ? BY_REFERENCE : 'p.id = s.posting_id'}
    LEFT JOIN payout y
      ON r.bank_code IS NOT NULL AND y.institution_id = $1 AND y.posting_id = coalesce(s.posting_id, p.id)
   WHERE r.institution_id = $1 AND r.bulk_transfer_id = $2) AS rows
 WHERE ($4::text IS NULL OR status = $4)`;

const ROW_NUMBER = { column: 'row_number', type: 'bigint' } as const;

interface Row {
  row_number: string;
  reference: string;
  credit_account_number: string;
  amount_kobo: string;
  narration: string;
  bank_code: string | null;
  charged_kobo: string;
  processing_status: PayoutStatus | null;
  session_id: string | null;
  is_reversed: boolean;
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
      const text = rowsOf(file.together && posting.status === 'Posted');
      const isEnded = posting.status === 'Declined' || posting.status === 'Failed';
      const values: unknown[] = [institutionId, file.id, isEnded, query.Status ?? null];
      const order = { keys: [ROW_NUMBER], direction: query.Direction === 'Desc' ? 'DESC' : 'ASC' } as const;
      const keyset = new Keyset(`bulk_transfer_row ${file.id}`, order, query);
      const placed = [...values];
      const position = keyset.condition((value) => `$${placed.push(value)}`);
      const found = await tx.query<Row[]>(
        `${text}${position === undefined ? '' : ` AND ${position}`}
         ORDER BY ${keyset.orderBy} LIMIT ${keyset.limit} OFFSET ${keyset.offset}`,
        placed,
      );
      const { rows, nextAfter } = keyset.cut(found, ({ row_number }) => [row_number]);
      const [counted] = await tx.query<{ count: string }[]>(
        `SELECT count(*) AS count FROM (${text}) AS all_rows`,
        values,
      );
      return pageOf(rows.map(viewOf), Number(counted!.count), pagingOf(query), nextAfter);
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
    bankCode: row.bank_code,
    charges: koboToNaira(BigInt(row.charged_kobo)),
    status: row.status,
    processingStatus: row.processing_status,
    sessionID: row.session_id,
    isReversed: row.is_reversed,
    postingReferenceNumber: row.posting_id === null ? null : postingReferenceNumber(Number(row.posting_id)),
    failureCode: row.failure_code,
    failureReason: row.failure_message,
  };
}
