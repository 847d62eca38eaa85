import { Injectable } from '@nestjs/common';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import { BULK_TRANSFER_KIND } from '../../postings/posting-kinds';
import { type Charge, STAMP_DUTY } from '../transfer-legs';
import type { BulkTransfer } from './bulk-transfer.entity';
import type { PlannedBulkRow } from './bulk-transfer.operation';
import { BulkTransferRow } from './bulk-transfer-row.entity';

/** Files that wait for AML or approval and have the account and the totals of a file, that of its reference first. */
const WAITING = `SELECT f.id, f.duty_account_id, f.duty_kobo, a.number AS duty_ledger_code,
    t.number AS transit_ledger_code
  FROM posting p
  JOIN bulk_transfer f ON f.institution_id = $1 AND f.id = p.id
  JOIN ledger_account t ON t.institution_id = $1 AND t.id = f.transit_account_id
  LEFT JOIN ledger_account a ON a.institution_id = $1 AND a.id = f.duty_account_id
 WHERE p.institution_id = $1 AND p.kind = '${BULK_TRANSFER_KIND}' AND p.status <> 'Posted'
   AND p.status IN ('Held', 'PendingApproval')
   AND f.debit_account_number = $2 AND f.row_count = $3 AND f.total_kobo = $4
 ORDER BY (p.reference = $5) DESC, p.created_at, p.id`;

interface WaitingFile {
  id: string;
  duty_account_id: string | null;
  duty_kobo: string;
  duty_ledger_code: string | null;
  transit_ledger_code: string;
}

/** The charges with which a file was asked for first, and the ledger that carries its money. */
export interface FileAsAsked {
  rows: PlannedBulkRow[];
  /** The stamp duty of local rows; none without one. */
  duty: Charge[];
  transitLedgerCode: string;
}

/**
 * Finds the stored rows of a file that waits. They are never changed and are posted with the charges that they have,
 * from the ledger that the file names. So the debit takes the same charges to the same ledger, whatever the
 * configuration says by then (docs/api/bulk-transfers.md#controls).
 */
@Injectable()
export class WaitingFiles {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** What was fixed of the file when it was asked for first; undefined for a file that does not wait. */
  async find(
    { institutionId, reference, debitAccountNumber, totalKobo }: Pick<BulkTransfer, FileKey>,
    rows: readonly PlannedBulkRow[],
  ): Promise<FileAsAsked | undefined> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const files = await tx.query<WaitingFile[]>(WAITING, [
        institutionId,
        debitAccountNumber,
        rows.length,
        totalKobo,
        reference,
      ]);
      for (const file of files) {
        const stored = await rowsOf(tx, institutionId, Number(file.id));
        if (rows.every((row, index) => isSame(row, stored[index])))
          return {
            rows: rows.map((row, index) => withChargesOf(row, stored[index]!)),
            duty: dutyOf(file),
            transitLedgerCode: file.transit_ledger_code,
          };
      }
      return undefined;
    });
  }
}

type FileKey = 'institutionId' | 'reference' | 'debitAccountNumber' | 'totalKobo';

function rowsOf(tx: Tx, institutionId: number, bulkTransferId: number): Promise<PlannedBulkRow[]> {
  return tx.find(BulkTransferRow, { where: { institutionId, bulkTransferId }, order: { rowNumber: 'ASC' } });
}

function withChargesOf(row: PlannedBulkRow, { dutyKobo, chargesKobo, outward }: PlannedBulkRow): PlannedBulkRow {
  return { ...row, dutyKobo, chargesKobo, outward };
}

function isSame(asked: PlannedBulkRow, stored: PlannedBulkRow | undefined): boolean {
  return (
    asked.reference === stored?.reference &&
    asked.creditAccountNumber === stored.creditAccountNumber &&
    asked.amountKobo === stored.amountKobo &&
    asked.bankCode === stored.bankCode &&
    asked.nameEnquiryRef === stored.nameEnquiryRef
  );
}

function dutyOf({ duty_account_id: accountId, duty_kobo: kobo, duty_ledger_code: code }: WaitingFile): Charge[] {
  if (accountId === null) return [];
  const ledger = { ledgerAccountId: Number(accountId), number: code ?? '' };
  return [{ ...STAMP_DUTY, amountKobo: BigInt(kobo), ledger, namedByCaller: false }];
}
