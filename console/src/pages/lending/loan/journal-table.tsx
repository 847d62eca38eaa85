import { type Column, DataTable } from '../../../list/data-table';
import { Money } from '../../../ui/money';

interface JournalLine {
  accountNumber: string;
  accountName: string;
  side: 'debit' | 'credit';
  amount: number;
}

const COLUMNS: readonly Column<JournalLine>[] = [
  { key: 'account', header: 'Account', cell: (row) => `${row.accountNumber} ${row.accountName}` },
  {
    key: 'debit',
    header: 'Debit',
    cell: (row) => <Money amount={row.side === 'debit' ? row.amount : null} />,
    isNumber: true,
  },
  {
    key: 'credit',
    header: 'Credit',
    cell: (row) => <Money amount={row.side === 'credit' ? row.amount : null} />,
    isNumber: true,
  },
];

/** The lines of a posting that would be made. */
export function JournalTable({ lines }: { lines: readonly JournalLine[] }) {
  if (lines.length === 0) return <p className="m-0 text-muted">Nothing would be booked on that day.</p>;
  return (
    <DataTable
      caption="Lines of the posting"
      columns={COLUMNS}
      rows={lines}
      rowKey={(row) => `${row.accountNumber} ${row.side} ${lines.indexOf(row)}`}
    />
  );
}
