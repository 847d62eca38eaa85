import { useSession } from '../../../app/session';
import type { ListDefinition, ListTab } from '../../../list/list-definition';
import { ListPage } from '../../../list/list-page';
import { age } from '../../../rules/dates';
import { Pill } from '../../../ui/pill';
import { RecordLink } from '../../../ui/record-link';
import { NarrowWhen } from '../../../ui/when';
import { DueTime } from '../../work/due-time';
import { OPEN_CASE } from './case-actions';
import { nextDue, outcomeText, queueText } from './case-words';

const CASES: ListDefinition<'listAmlCases'> = {
  operation: 'listAmlCases',
  title: 'Cases',
  intro: 'Suspicions about customers. One person asks to close a case, another one closes it.',
  columns: [
    {
      key: 'case',
      header: 'Case',
      cell: (row) => (
        <>
          <RecordLink to={`/aml/cases/${row.id}`}>{String(row.id)}</RecordLink>
          <NarrowWhen at={nextDue(row).at} />
        </>
      ),
    },
    {
      key: 'customer',
      header: 'Customer',
      cell: (row) => row.customerID && <RecordLink to={`/customers/${row.customerID}`}>{row.customerID}</RecordLink>,
    },
    { key: 'queue', header: 'Queue', cell: queueText, isSecondary: true },
    { key: 'priority', header: 'Priority', cell: (row) => <Pill status={row.priority} />, isSecondary: true },
    { key: 'owner', header: 'Officer', cell: (row) => row.owner ?? 'Nobody', isSecondary: true },
    { key: 'age', header: 'Age', cell: (row) => age(row.createdAt, Date.now()), isNumber: true, isSecondary: true },
    {
      key: 'due',
      header: 'Due',
      cell: (row) =>
        row.status === 'closed' ? outcomeText(row.outcome) : <DueTime at={nextDue(row).at} isOverdue={row.isOverdue} />,
      isSecondary: true,
    },
    { key: 'state', header: 'State', cell: (row) => <Pill status={row.status} /> },
  ],
  rowKey: (row) => String(row.id),
  opens: (row) => `/aml/cases/${row.id}`,
  filters: ['CustomerID', 'Queue', 'Priority', 'Status', 'Owner', 'Unassigned', 'Overdue', 'ToReview'],
  labels: { Owner: 'Officer', Overdue: 'Past due', ToReview: 'Waits for a second look' },
  actions: [OPEN_CASE],
  empty: 'A case appears here when an alert of a high score is raised, or when an officer opens one.',
};

/** The queue of cases. */
export default function CasesPage() {
  const { view } = useSession();
  const tabs: ListTab[] = [
    { title: 'New', search: { Status: 'open' } },
    { title: 'In progress', search: { Status: 'in-progress' } },
    { title: 'Waiting', search: { Status: 'awaiting-information' } },
    { title: 'To close', search: { Status: 'proposed' } },
    { title: 'Mine', search: { Owner: view.staffID } },
    { title: 'Nobody’s', search: { Unassigned: 'true' } },
    { title: 'Overdue', search: { Overdue: 'true' } },
    { title: 'Second look', search: { ToReview: 'true' } },
    { title: 'Closed', search: { Status: 'closed' } },
    { title: 'All', search: {} },
  ];
  return <ListPage of={{ ...CASES, tabs }} />;
}
