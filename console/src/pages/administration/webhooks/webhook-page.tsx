import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { read } from '../../../api/client';
import { ActionHost, ActionMenu } from '../../../form/action-host';
import { ListPage } from '../../../list/list-page';
import { count } from '../../../rules/naira';
import { Card } from '../../../ui/card';
import { Empty } from '../../../ui/empty';
import { Facts } from '../../../ui/facts';
import { Notice, ProblemNotice } from '../../../ui/notice';
import { PageHead } from '../../../ui/page-head';
import { Pill } from '../../../ui/pill';
import { RecordLink } from '../../../ui/record-link';
import { When } from '../../../ui/when';
import { deliveriesOf } from './deliveries';
import { type Endpoint, ENDPOINT_ACTIONS, eventTypeText } from './webhook-actions';

export default function WebhookPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const list = useQuery({
    queryKey: ['listWebhookEndpoints', 'all'],
    queryFn: ({ signal }) => read('listWebhookEndpoints', { query: { PageSize: 200 }, signal }),
  });
  if (!list.data) return <ProblemNotice problem={list.error} retry={() => void list.refetch()} />;
  const endpoint = list.data.data.find((one) => String(one.id) === id);
  return endpoint ? <LoadedEndpoint endpoint={endpoint} /> : <Empty title={`There is no endpoint ${id}`} />;
}

function LoadedEndpoint({ endpoint }: { endpoint: Endpoint }) {
  return (
    <div className="space-y-4">
      <PageHead
        title={endpoint.description ?? `Endpoint ${endpoint.id}`}
        beside={<Pill status={endpoint.status} />}
        intro={<span className="break-all">{endpoint.url ?? 'The client pulls its events.'}</span>}
      >
        <ActionMenu actions={ENDPOINT_ACTIONS} record={endpoint} />
      </PageHead>
      {endpoint.status === 'Paused' && (
        <Notice tone="warn">
          Paused since <When at={endpoint.pausedAt} />
          {endpoint.pauseReason && `: ${endpoint.pauseReason}`}. Events wait until it is resumed.
        </Notice>
      )}
      <Card title="Details">
        <Facts
          columns={3}
          of={[
            [
              'Client',
              <RecordLink to={`/admin/clients/${encodeURIComponent(endpoint.clientId)}`}>
                {endpoint.clientId}
              </RecordLink>,
            ],
            ['Told when it pauses', endpoint.noticeEmail],
            ['Last success', <When at={endpoint.lastSuccessAt} />],
            ['Number of the last event', count(endpoint.sequence)],
            ['Created', <When at={endpoint.createdAt} />],
            endpoint.previousSecretEndsAt !== null && [
              'Also signed with the old secret until',
              <When at={endpoint.previousSecretEndsAt} />,
            ],
            ['Events', endpoint.eventTypes.map(eventTypeText).join(', ')],
          ]}
        />
      </Card>
      <Card title="Deliveries">
        <ListPage of={deliveriesOf(endpoint.id)} />
      </Card>
      <ActionHost actions={ENDPOINT_ACTIONS} recordOf={() => endpoint} />
    </div>
  );
}
