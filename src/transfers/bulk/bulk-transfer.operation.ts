import { type ExtraRow, extraRow } from '../../common/database/insert-rows';
import { jobRows } from '../../common/jobs/job-queue';
import { koboToNaira } from '../../common/money/naira';
import type { AccountDirectoryEntry } from '../../ledger/chart/account-directory-entry.entity';
import { definePostingOperation } from '../../ledger/engine/posting-operation';
import type { Posted } from '../../ledger/engine/posting-request';
import { BulkTransfer } from './bulk-transfer.entity';
import { BulkTransferRow } from './bulk-transfer-row.entity';
import type { BulkTransferAnswer } from './bulk-transfers.dto';

/** The kind of the job that posts the rows of a file one by one. */
export const BULK_ROWS_JOB = 'bulk-transfer-rows';

/** The kind of that job for a file with rows to other institutions. */
export const MIXED_BULK_ROWS_JOB = 'bulk-transfer-mixed-rows';

/** The kind of the job that posts the rows of this file. */
export function rowsJobOf({ outwardRowCount }: Pick<BulkTransfer, 'outwardRowCount'>): string {
  return outwardRowCount === 0 ? BULK_ROWS_JOB : MIXED_BULK_ROWS_JOB;
}

/** A row of a file with its stamp duty. */
export type PlannedBulkRow = Omit<BulkTransferRow, 'institutionId' | 'bulkTransferId'>;

export interface BulkTransferFacts {
  file: Omit<BulkTransfer, 'id' | 'createdAt' | 'completedAt' | 'returnedKobo'>;
  debit: AccountDirectoryEntry;
  rows: PlannedBulkRow[];
  /** Id of the job for the rows of a file that are posted one by one. */
  jobId: number;
}

function answerOf(
  { file }: BulkTransferFacts,
  { reference, postingReferenceNumber, postedAt }: Posted,
): BulkTransferAnswer {
  return {
    referenceNumber: reference,
    postingReferenceNumber,
    debitAccount: file.debitAccountNumber,
    rowCount: file.rowCount,
    totalAmount: koboToNaira(file.totalKobo),
    stampDuty: koboToNaira(file.dutyKobo),
    outwardCharges: koboToNaira(file.outwardChargesKobo),
    processing: file.together ? 'AllOrNone' : 'EachRow',
    transactionDate: postedAt.toISOString(),
  };
}

/**
 * The debit of a file of transfers, which AML, limits, the amounts of the client and approvals judge as one
 * (docs/api/bulk-transfers.md#controls).
 */
export const bulkTransfer = definePostingOperation<BulkTransferFacts>({
  name: 'bulk-transfer',
  title: 'Bulk transfer',
  countsTowardsLimits: true,
  answer: (facts, posted) => ({
    message: facts.file.together ? 'All rows are posted' : 'The rows are being posted',
    data: answerOf(facts, posted),
  }),
  metadata: ({ file }, { reference }, accounts) => ({
    channel: 'bulk-transfer',
    transaction_reference: reference,
    account_name_from: accounts.get(file.debitAccountId)?.name ?? '',
    account_number_from: file.debitAccountNumber,
    row_count: file.rowCount,
  }),
  firstRows: ({ file, rows }, { id }): ExtraRow[] => [
    extraRow(BulkTransfer, { ...file, id, returnedKobo: 0n }),
    ...rows.map((row) => extraRow(BulkTransferRow, { ...row, institutionId: file.institutionId, bulkTransferId: id })),
  ],
  rows: ({ file, jobId }, { postingId, released }): ExtraRow[] =>
    file.together
      ? []
      : jobRows({
          institutionId: file.institutionId,
          id: jobId,
          kind: rowsJobOf(file),
          payload: { bulkTransferId: postingId, released: released === true },
        }),
});
