import { type Column, DataTable } from '../../list/data-table';
import { TotalsRow } from '../../list/totals-row';
import { Money } from '../../ui/money';
import { Pill } from '../../ui/pill';
import { Day } from '../../ui/when';

/** An instalment, of a loan or of a simulation. */
export interface Instalment {
  number: number;
  dueDate: string;
  principal: number;
  interest: number;
  /** Fees, default interest and penalties. */
  charges: number;
  paid: number;
  /** Principal after the instalment. */
  balance: number;
  status: string;
}

const totalOf = ({ principal, interest, charges }: Instalment): number => principal + interest + charges;

const COLUMNS: readonly Column<Instalment>[] = [
  { key: 'due', header: 'Due', cell: (row) => <Day on={row.dueDate} /> },
  { key: 'number', header: 'No.', cell: (row) => row.number, isSecondary: true },
  {
    key: 'state',
    header: 'State',
    cell: (row) => (row.status === 'Pending' ? <Pill status="To come" tone="muted" /> : <Pill status={row.status} />),
  },
  {
    key: 'principal',
    header: 'Principal',
    cell: (row) => <Money amount={row.principal} />,
    isNumber: true,
    isSecondary: true,
  },
  {
    key: 'interest',
    header: 'Interest',
    cell: (row) => <Money amount={row.interest} />,
    isNumber: true,
    isSecondary: true,
  },
  {
    key: 'charges',
    header: 'Charges',
    cell: (row) => <Money amount={row.charges || null} />,
    isNumber: true,
    isSecondary: true,
  },
  { key: 'total', header: 'Total due', cell: (row) => <Money amount={totalOf(row)} />, isNumber: true },
  {
    key: 'paid',
    header: 'Paid',
    cell: (row) => <Money amount={row.paid || null} />,
    isNumber: true,
    isSecondary: true,
  },
  {
    key: 'balance',
    header: 'Principal after',
    cell: (row) => <Money amount={row.balance} />,
    isNumber: true,
    isSecondary: true,
  },
];

/** A repayment schedule with its sums. */
export function ScheduleTable({ rows, caption }: { rows: readonly Instalment[]; caption: string }) {
  const sum = (amountOf: (row: Instalment) => number): number => rows.reduce((total, row) => total + amountOf(row), 0);
  return (
    <DataTable
      caption={caption}
      columns={COLUMNS}
      rows={rows}
      rowKey={(row) => String(row.number)}
      foot={
        <TotalsRow
          columns={COLUMNS}
          title="Sum"
          cells={{
            principal: <Money amount={sum((row) => row.principal)} />,
            interest: <Money amount={sum((row) => row.interest)} />,
            charges: <Money amount={sum((row) => row.charges)} />,
            total: <Money amount={sum(totalOf)} />,
            paid: <Money amount={sum((row) => row.paid)} />,
          }}
        />
      }
    />
  );
}
