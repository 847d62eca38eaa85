import type { ListDefinition } from '../../../list/list-definition';
import { ListPage } from '../../../list/list-page';
import { plural } from '../../../rules/words';
import { Pill } from '../../../ui/pill';
import { RecordLink } from '../../../ui/record-link';
import { When } from '../../../ui/when';
import { CREATE_ENDPOINT, ENDPOINT_ACTIONS } from './webhook-actions';

const LIST: ListDefinition<'listWebhookEndpoints'> = {
  operation: 'listWebhookEndpoints',
  title: 'Webhooks',
  intro: 'Addresses of clients that are told what happens, and how well they are reached.',
  filters: ['Status', 'ClientId'],
  labels: { ClientId: 'API client' },
  columns: [
    {
      key: 'url',
      header: 'Endpoint',
      cell: (row) => (
        <>
          <RecordLink to={`/admin/webhooks/${row.id}`}>
            <span className="break-all">{row.url ?? 'Pulls events itself'}</span>
          </RecordLink>
          {row.description && <span className="block text-sm text-muted">{row.description}</span>}
        </>
      ),
    },
    { key: 'client', header: 'Client', cell: (row) => row.clientId, isSecondary: true },
    {
      key: 'events',
      header: 'Events',
      cell: (row) => plural(row.eventTypes.length, 'kind'),
      isSecondary: true,
    },
    { key: 'success', header: 'Last success', cell: (row) => <When at={row.lastSuccessAt} />, isSecondary: true },
    {
      key: 'state',
      header: 'State',
      cell: (row) => (
        <>
          <Pill status={row.status} />
          {row.pauseReason && <span className="block text-sm text-muted">{row.pauseReason}</span>}
        </>
      ),
    },
  ],
  rowKey: (row) => String(row.id),
  opens: (row) => `/admin/webhooks/${row.id}`,
  actions: [CREATE_ENDPOINT],
  rowActions: ENDPOINT_ACTIONS,
  empty: 'Create an endpoint, so that a client is told of events instead of asking for them.',
};

export default function WebhooksPage() {
  return <ListPage of={LIST} />;
}
