import { type ExtraRow, extraRow } from '../../common/database/insert-rows';
import type { AccountDirectoryEntry } from '../../ledger/chart/account-directory-entry.entity';
import { definePostingOperation } from '../../ledger/engine/posting-operation';
import type { OnwardPosting, Posted, PostingLeg } from '../../ledger/engine/posting-request';
import { principalLeg } from '../../postings/movement-leg';
import { TRANSFER_KIND } from '../../postings/posting-kinds';
import { localTransfer, localTransferMetadata } from '../local/local-transfer.operation';
import type { BulkTransfer } from './bulk-transfer.entity';
import type { PlannedBulkRow } from './bulk-transfer.operation';
import { BulkTransferResult } from './bulk-transfer-result.entity';

/** What the rows of one file share. */
export interface RowsOfFile {
  institution: { code: string; name: string };
  file: Pick<BulkTransfer, 'institutionId' | 'debitAccountId' | 'debitAccountNumber' | 'transitAccountId'>;
  /** Of the debited account, which the posting of a row does not lock. */
  debitName: string;
  /** Set where rows are posted one by one: the id of the file, for which a result is written. */
  bulkTransferId: number | undefined;
}

interface RowFacts extends RowsOfFile {
  row: PlannedBulkRow;
  credit: AccountDirectoryEntry;
}

/**
 * One row of a file: from the ledger that carries the sum to the account of the row. Everything that finds local
 * transfers finds it by its own reference.
 */
const bulkTransferRow = definePostingOperation<RowFacts>({
  name: 'bulk-transfer-row',
  title: 'Row of a bulk transfer',
  metadata: ({ institution, file, debitName, row, credit }, planned, accounts) => {
    const debit = { number: file.debitAccountNumber, ledgerAccountId: file.debitAccountId, virtualName: debitName };
    const { narration } = row;
    const facts = { institution, debit, credit, narration, beneficiaryNarration: narration };
    return { ...localTransferMetadata(facts, planned, accounts), bulk_reference: planned.wholeReference };
  },
  rows: ({ file, bulkTransferId, row }, posted) =>
    postedResult(file.institutionId, bulkTransferId, row.rowNumber, posted),
});

/** The result of a row that is posted by itself; none for rows that are posted together. */
export function postedResult(
  institutionId: number,
  bulkTransferId: number | undefined,
  rowNumber: number,
  { postingId }: Pick<Posted, 'postingId'>,
): ExtraRow[] {
  if (bulkTransferId === undefined) return [];
  const result = { institutionId, bulkTransferId, rowNumber, postingId, failureCode: null, failureMessage: null };
  return [extraRow(BulkTransferResult, result)];
}

/** The leg of the ledger that carries a file's money to its rows, on one row. */
export function transitLeg(accountId: number, amountKobo: bigint): PostingLeg {
  return { accountId, side: 'debit', amountKobo, role: 'principal', namedByCaller: false, transit: true };
}

/**
 * The posting of one row.
 * @throws ACCOUNT_CLOSED (409) for a closed virtual account
 */
export function rowPosting(shared: RowsOfFile, row: PlannedBulkRow, credit: AccountDirectoryEntry): OnwardPosting {
  const { reference, narration, amountKobo, rowNumber } = row;
  return {
    place: `rows[${rowNumber - 1}]`,
    alone: localTransfer.name,
    kind: TRANSFER_KIND,
    reference,
    operation: bulkTransferRow.with({ ...shared, row, credit }),
    narration,
    legs: [transitLeg(shared.file.transitAccountId, amountKobo), principalLeg(credit, 'credit', amountKobo)],
    amountKobo,
    parties: { sourceAccounts: [shared.file.debitAccountNumber], destinationAccounts: [credit.number] },
  };
}
