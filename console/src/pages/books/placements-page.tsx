import type { ListDefinition } from '../../list/list-definition';
import { ListPage } from '../../list/list-page';
import { Money } from '../../ui/money';
import { Pill } from '../../ui/pill';
import { RecordLink } from '../../ui/record-link';
import { Day } from '../../ui/when';
import { CREATE_PLACEMENT } from './placement-actions';

const addressOf = (id: number): string => `/books/placements/${id}`;

const PLACEMENTS: ListDefinition<'listPlacements'> = {
  operation: 'listPlacements',
  title: 'Placements',
  intro: 'Money of the institution with other banks. The register moves no money.',
  tabs: [
    { title: 'All', search: {} },
    { title: 'Running', search: { Status: 'Active' } },
    { title: 'Matured', search: { Status: 'Matured' } },
    { title: 'Closed', search: { Status: 'Closed' } },
  ],
  filters: ['Counterparty', 'ReferenceNumber', 'MaturityDateFrom', 'MaturityDateTo'],
  labels: { ReferenceNumber: 'Reference', MaturityDateFrom: 'Matures from', MaturityDateTo: 'Matures until' },
  columns: [
    {
      key: 'counterparty',
      header: 'Counterparty',
      cell: (row) => <RecordLink to={addressOf(row.id)}>{row.counterparty}</RecordLink>,
    },
    { key: 'state', header: 'State', cell: (row) => <Pill status={row.status} /> },
    { key: 'amount', header: 'Amount', cell: (row) => <Money amount={row.amount} />, isNumber: true },
    { key: 'rate', header: 'Rate', cell: (row) => `${row.rate} %`, isNumber: true, isSecondary: true },
    { key: 'start', header: 'Start', cell: (row) => <Day on={row.startDate} />, isSecondary: true },
    {
      key: 'matures',
      header: 'Matures',
      cell: (row) => <Day on={row.maturityDate} />,
      sort: 'maturityDate',
      isSecondary: true,
    },
    { key: 'reference', header: 'Reference', cell: (row) => row.referenceNumber ?? '–', isSecondary: true },
  ],
  rowKey: (row) => String(row.id),
  opens: (row) => addressOf(row.id),
  actions: [CREATE_PLACEMENT],
  empty: 'Record a placement when money goes to another bank.',
};

export default function PlacementsPage() {
  return <ListPage of={PLACEMENTS} />;
}
