import type { Row } from '../../../api/client';
import type { Column } from '../../../list/data-table';
import type { ListDefinition } from '../../../list/list-definition';
import { ListPage } from '../../../list/list-page';
import { recordAddress } from '../../../rules/record-address';
import { Money } from '../../../ui/money';
import { RecordLink } from '../../../ui/record-link';
import { Day } from '../../../ui/when';

type Movement = Row<'listAccountMovements'>;

const COLUMNS: readonly Column<Movement>[] = [
  { key: 'day', header: 'Booked', sort: 'transactionDate', cell: (row) => <Day on={row.financialDate} /> },
  { key: 'value', header: 'Value date', cell: (row) => <Day on={row.valueDate} />, isSecondary: true },
  {
    key: 'narration',
    header: 'Narration',
    cell: (row) => (
      <>
        {row.narration}
        {row.virtualAccountNumber && (
          <span className="block text-sm text-muted">
            through{' '}
            <RecordLink to={recordAddress('account', row.virtualAccountNumber)}>{row.virtualAccountNumber}</RecordLink>
          </span>
        )}
      </>
    ),
  },
  {
    key: 'posting',
    header: 'Posting',
    cell: (row) => (
      <RecordLink to={recordAddress('posting', row.postingReferenceNumber)}>{row.postingReferenceNumber}</RecordLink>
    ),
    isSecondary: true,
  },
  { key: 'debit', header: 'Debit', cell: (row) => (row.debit ? <Money amount={row.debit} /> : ''), isNumber: true },
  { key: 'credit', header: 'Credit', cell: (row) => (row.credit ? <Money amount={row.credit} /> : ''), isNumber: true },
  {
    key: 'balance',
    header: 'Balance',
    cell: (row) => <Money amount={row.balance} />,
    isNumber: true,
    isSecondary: true,
  },
];

const MOVEMENTS: ListDefinition<'listAccountMovements'> = {
  operation: 'listAccountMovements',
  title: 'Movements',
  isPart: true,
  columns: COLUMNS,
  rowKey: (row) => String(row.transactionID),
  opens: (row) => recordAddress('posting', row.postingReferenceNumber),
  filters: ['FinancialDateFrom', 'FinancialDateTo', 'DateBasis', 'PostingReferenceNumber', 'InstrumentNumber'],
  labels: {
    FinancialDateFrom: 'From',
    FinancialDateTo: 'Until',
    DateBasis: 'By',
    PostingReferenceNumber: 'Posting',
    InstrumentNumber: 'Cheque or slip',
  },
  empty: 'A movement appears here when money comes in or goes out.',
};

const OF_VIRTUAL = new Set(['day', 'value', 'narration', 'posting', 'credit']);

export function AccountMovements({ accountNumber, isVirtual }: { accountNumber: string; isVirtual?: boolean }) {
  const columns = isVirtual ? COLUMNS.filter(({ key }) => OF_VIRTUAL.has(key)) : COLUMNS;
  return <ListPage of={{ ...MOVEMENTS, columns, path: { accountNumber } }} />;
}
