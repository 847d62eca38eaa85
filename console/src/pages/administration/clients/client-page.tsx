import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { permissionOf, read } from '../../../api/client';
import { useSession } from '../../../app/session';
import { ActionHost, ActionMenu } from '../../../form/action-host';
import { may } from '../../../rules/permissions';
import { recordAddress } from '../../../rules/record-address';
import { Card } from '../../../ui/card';
import { Empty } from '../../../ui/empty';
import { Facts } from '../../../ui/facts';
import { Money } from '../../../ui/money';
import { Notice, ProblemNotice } from '../../../ui/notice';
import { PageHead } from '../../../ui/page-head';
import { Pill } from '../../../ui/pill';
import { RecordLink } from '../../../ui/record-link';
import { When } from '../../../ui/when';
import { type Client, CLIENT_ACTIONS } from './client-actions';
import { scopeGroup, scopeSubject } from './client-words';

export default function ClientPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const list = useQuery({
    queryKey: ['listApiClients', id],
    queryFn: ({ signal }) => read('listApiClients', { query: { ClientId: id }, signal }),
  });
  if (!list.data) return <ProblemNotice problem={list.error} retry={() => void list.refetch()} />;
  const client = list.data.data[0];
  return client ? <LoadedClient client={client} /> : <Empty title={`There is no client ${id}`} />;
}

function LoadedClient({ client }: { client: Client }) {
  const { permissions } = useSession();
  const mayFollow = may(permissions, permissionOf('listApiRequests'));
  return (
    <div className="space-y-4">
      <PageHead title={client.name} beside={<Pill status={client.status} />} intro={`API client ${client.clientId}`}>
        <ActionMenu actions={CLIENT_ACTIONS} record={client} />
      </PageHead>
      {client.previousSecretEndsAt && Date.parse(client.previousSecretEndsAt) > Date.now() && (
        <Notice tone="warn">
          The secret before the present one is valid until <When at={client.previousSecretEndsAt} />.
        </Notice>
      )}
      <Card title="Details">
        <Facts
          columns={3}
          of={[
            ['Most that one call may move', <Limit amount={client.perCallLimit} />],
            ['Most that one day may move', <Limit amount={client.perDayLimit} />],
            ['May be used from', client.allowedAddresses.join(', ') || 'Every address'],
            ['Ends', client.expiresAt ? <When at={client.expiresAt} /> : 'Never'],
            [
              'Bound to the account',
              client.parentAccountNumber && (
                <RecordLink to={recordAddress('account', client.parentAccountNumber)}>
                  {client.parentAccountNumber}
                </RecordLink>
              ),
            ],
            ['Created', <When at={client.createdAt} />],
            ['Last used', <When at={client.lastUsedAt} />],
            mayFollow && [
              'Calls',
              <RecordLink to={`/admin/api-requests?ClientID=${encodeURIComponent(client.clientId)}`}>
                Log of its calls
              </RecordLink>,
            ],
          ]}
        />
      </Card>
      <Card title="What the client may do">
        <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {['See', 'Create and change', 'Sensitive'].map((group) => (
            <ScopeGroup key={group} title={group} scopes={client.scopes.filter((one) => scopeGroup(one) === group)} />
          ))}
        </div>
      </Card>
      <ActionHost actions={CLIENT_ACTIONS} recordOf={() => client} />
    </div>
  );
}

function Limit({ amount }: { amount: number | null }) {
  return amount === null ? 'No limit' : <Money amount={amount} />;
}

function ScopeGroup({ title, scopes }: { title: string; scopes: string[] }) {
  return (
    <section>
      <h3 className="m-0 text-base font-medium">{title}</h3>
      <ul className="m-0 mt-1 list-none p-0">
        {scopes.length === 0 && <li className="text-muted">Nothing</li>}
        {scopes.map((scope) => (
          <li key={scope}>
            {scopeSubject(scope)} <span className="text-sm text-muted">{scope}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
