import type { Row } from '../../../api/client';
import type { ListDefinition } from '../../../list/list-definition';
import { recordAddress } from '../../../rules/record-address';
import { Money } from '../../../ui/money';
import { Pill } from '../../../ui/pill';
import { RecordLink } from '../../../ui/record-link';

type FileRow = Row<'listBulkTransferRowsForStaff'>;

/** The rows of one file, each with its result. */
export const BULK_ROWS: ListDefinition<'listBulkTransferRowsForStaff'> = {
  operation: 'listBulkTransferRowsForStaff',
  title: 'Rows',
  isPart: true,
  columns: [
    { key: 'row', header: 'Row', cell: (row) => row.rowNumber, isNumber: true },
    { key: 'reference', header: 'Reference', cell: (row) => row.reference, isSecondary: true },
    { key: 'to', header: 'To', cell: (row) => <Beneficiary row={row} /> },
    { key: 'narration', header: 'Narration', cell: (row) => row.narration, isSecondary: true },
    { key: 'amount', header: 'Amount', cell: (row) => <Money amount={row.amount} />, isNumber: true },
    {
      key: 'charges',
      header: 'Charges',
      cell: (row) => <Money amount={row.charges} />,
      isNumber: true,
      isSecondary: true,
    },
    { key: 'status', header: 'State', cell: (row) => <Result row={row} /> },
    {
      key: 'posting',
      header: 'Posting',
      cell: (row) => (
        <RecordLink to={recordAddress(row.bankCode ? 'transfer' : 'posting', row.postingReferenceNumber ?? '')}>
          {row.postingReferenceNumber}
        </RecordLink>
      ),
      isSecondary: true,
    },
  ],
  rowKey: (row) => String(row.rowNumber),
  filters: ['Status'],
  labels: { Status: 'State' },
  empty: 'No row of the file is in this state.',
};

function Beneficiary({ row: { creditAccount, bankCode } }: { row: FileRow }) {
  if (!bankCode) return <RecordLink to={recordAddress('account', creditAccount)}>{creditAccount}</RecordLink>;
  return (
    <>
      {creditAccount}
      <span className="block text-sm text-muted">Institution {bankCode}</span>
    </>
  );
}

/** The result of a row: at another institution, the state of the transfer counts once the row is posted. */
function Result({ row }: { row: FileRow }) {
  return (
    <>
      <Pill status={row.processingStatus ?? row.status} />
      {row.failureReason && <span className="block text-sm text-muted">{row.failureReason}</span>}
    </>
  );
}
