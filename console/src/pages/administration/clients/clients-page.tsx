import type { ListDefinition } from '../../../list/list-definition';
import { ListPage } from '../../../list/list-page';
import { Money } from '../../../ui/money';
import { Pill } from '../../../ui/pill';
import { RecordLink } from '../../../ui/record-link';
import { When } from '../../../ui/when';
import { CLIENT_ACTIONS, CREATE_CLIENT } from './client-actions';
import { scopeSummary } from './client-words';

const LIST: ListDefinition<'listApiClients'> = {
  operation: 'listApiClients',
  title: 'API clients',
  intro: 'Programs that use the API: apps, branches’ systems and partners, each with rights of its own.',
  filters: ['Status', 'ClientId', 'ParentAccountNumber'],
  labels: { ClientId: 'Client ID', ParentAccountNumber: 'Bound to the account' },
  columns: [
    {
      key: 'name',
      header: 'Client',
      cell: (row) => (
        <>
          <RecordLink to={`/admin/clients/${row.clientId}`}>{row.name}</RecordLink>
          <span className="block text-sm break-all text-muted">{row.clientId}</span>
        </>
      ),
    },
    { key: 'scopes', header: 'Rights', cell: (row) => scopeSummary(row.scopes), isSecondary: true },
    {
      key: 'limit',
      header: 'Most in a day',
      isNumber: true,
      isSecondary: true,
      cell: (row) => (row.perDayLimit === null ? 'No limit' : <Money amount={row.perDayLimit} />),
    },
    { key: 'used', header: 'Last used', cell: (row) => <When at={row.lastUsedAt} />, isSecondary: true },
    {
      key: 'created',
      header: 'Created',
      sort: 'createdAt',
      cell: (row) => <When at={row.createdAt} />,
      isSecondary: true,
    },
    { key: 'state', header: 'State', cell: (row) => <Pill status={row.status} /> },
  ],
  rowKey: (row) => row.clientId,
  opens: (row) => `/admin/clients/${row.clientId}`,
  actions: [CREATE_CLIENT],
  rowActions: CLIENT_ACTIONS,
  empty: 'A program needs a client before it can use the API.',
};

export default function ClientsPage() {
  return <ListPage of={LIST} />;
}
