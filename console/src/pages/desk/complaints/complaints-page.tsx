import type { Row } from '../../../api/client';
import type { ListDefinition, ListTab } from '../../../list/list-definition';
import { ListPage } from '../../../list/list-page';
import { Money } from '../../../ui/money';
import { Pill } from '../../../ui/pill';
import { RecordLink } from '../../../ui/record-link';
import { NarrowWhen, When } from '../../../ui/when';
import { DueTime } from '../../work/due-time';
import { ADD } from './complaint-actions';
import { nextTimer, timerState } from './complaint-words';

const TABS: readonly ListTab[] = [
  { title: 'Received', search: { Status: 'received' } },
  { title: 'Investigating', search: { Status: 'investigating' } },
  { title: 'To refund', search: { Status: 'upheld' } },
  { title: 'Overdue', search: { Overdue: 'true' } },
  { title: 'All', search: {} },
];

const COMPLAINTS: ListDefinition<'listFraudComplaints'> = {
  operation: 'listFraudComplaints',
  title: 'Fraud complaints',
  intro: 'Customers who say that a payment was made by fraud, with the times in which the institution must act.',
  tabs: TABS,
  columns: [
    {
      key: 'complaint',
      header: 'Complaint',
      cell: (row) => (
        <>
          <RecordLink to={`/fraud-complaints/${row.id}`}>{String(row.id)}</RecordLink>
          <NarrowWhen at={row.receivedAt} />
        </>
      ),
    },
    {
      key: 'posting',
      header: 'Payment',
      cell: (row) => <RecordLink to={`/postings/${row.posting}`}>{row.posting}</RecordLink>,
      isSecondary: true,
    },
    { key: 'amount', header: 'Disputed', cell: (row) => <Money amount={row.disputedAmount} />, isNumber: true },
    { key: 'received', header: 'Received', cell: (row) => <When at={row.receivedAt} />, isSecondary: true },
    { key: 'next', header: 'Next', cell: (row) => <Next of={row} />, isSecondary: true },
    {
      key: 'state',
      header: 'State',
      cell: (row) => (
        <span className="flex flex-wrap gap-1">
          <Pill status={row.status} />
          {row.isOverdue && <Pill status="Overdue" />}
        </span>
      ),
    },
  ],
  rowKey: (row) => String(row.id),
  opens: (row) => `/fraud-complaints/${row.id}`,
  filters: ['Status', 'Overdue'],
  labels: { Overdue: 'Past due' },
  actions: [ADD],
  empty: 'A complaint appears here when somebody adds what a customer reports.',
};

/** The time limit that comes next, and what it asks for. */
function Next({ of }: { of: Row<'listFraudComplaints'> }) {
  const timer = nextTimer(of);
  if (!timer) return 'Nothing';
  return (
    <>
      {timer.title}
      <span className="block text-sm text-muted">
        <DueTime at={timer.dueAt} isOverdue={timerState(timer, Date.now()) === 'Overdue'} />
      </span>
    </>
  );
}

/** The queue of complaints about fraud. */
export default function FraudComplaintsPage() {
  return <ListPage of={COMPLAINTS} />;
}
