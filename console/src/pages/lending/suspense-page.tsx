import type { ListDefinition } from '../../list/list-definition';
import { ListPage } from '../../list/list-page';
import { recordAddress } from '../../rules/record-address';
import { Money } from '../../ui/money';
import { Pill } from '../../ui/pill';
import { RecordLink } from '../../ui/record-link';
import { Day } from '../../ui/when';

const SENTENCES: Record<string, string> = {
  Suspend: 'Income to suspense',
  Cure: 'New income is income again',
  Relapse: 'Back to suspense',
  Resume: 'Suspense goes on',
};

const SUSPENSE: ListDefinition<'listSuspenseChanges'> = {
  operation: 'listSuspenseChanges',
  title: 'Income in suspense',
  intro:
    'Interest, fees and penalties of non-performing loans are no income before they are paid. Each change of a loan in or out of suspense stands here, latest first.',
  filters: ['LoanAccountNumber', 'StartDate', 'EndDate'],
  labels: { LoanAccountNumber: 'Loan number', StartDate: 'From', EndDate: 'Until' },
  columns: [
    {
      key: 'loan',
      header: 'Loan',
      cell: (row) => <RecordLink to={recordAddress('loan', row.loanAccountNumber)}>{row.loanAccountNumber}</RecordLink>,
    },
    { key: 'day', header: 'Day', cell: (row) => <Day on={row.businessDate} /> },
    { key: 'change', header: 'Change', cell: (row) => SENTENCES[row.kind] ?? row.kind },
    { key: 'class', header: 'Class', cell: (row) => <Pill status={row.classification} /> },
    { key: 'days', header: 'Days past due', cell: (row) => row.daysPastDue, isNumber: true, isSecondary: true },
    { key: 'total', header: 'Amount', cell: (row) => <Money amount={row.total} />, isNumber: true },
    {
      key: 'earlier',
      header: 'Of earlier years',
      cell: (row) => <Money amount={row.ofEarlierYears || null} />,
      isNumber: true,
      isSecondary: true,
    },
    {
      key: 'posting',
      header: 'Posting',
      cell: (row) =>
        row.postingReferenceNumber ? (
          <RecordLink to={recordAddress('posting', row.postingReferenceNumber)}>
            {row.postingReferenceNumber}
          </RecordLink>
        ) : (
          '–'
        ),
      isSecondary: true,
    },
  ],
  rowKey: (row) => String(row.id),
  empty: 'A row appears when the end of day finds that a loan has become non-performing.',
};

export default function SuspensePage() {
  return <ListPage of={SUSPENSE} />;
}
