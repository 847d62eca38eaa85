import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { read, type Row } from '../../../api/client';
import { label } from '../../../rules/words';
import { Card } from '../../../ui/card';
import { Empty } from '../../../ui/empty';
import { ProblemNotice } from '../../../ui/notice';
import { Pill } from '../../../ui/pill';
import { keyTitle } from './config-words';

type Integration = Row<'listIntegrations'>;

/** The services around the institution: which are on, and what they still need. */
export function IntegrationsTab() {
  const list = useQuery({
    queryKey: ['listIntegrations'],
    queryFn: ({ signal }) => read('listIntegrations', { signal }),
  });
  return (
    <div className="space-y-4">
      <ProblemNotice problem={list.error} retry={() => void list.refetch()} />
      {list.data?.data.length === 0 && <Empty title="No integrations" />}
      {list.data?.data.map((one) => (
        <OneIntegration key={one.function} of={one} />
      ))}
    </div>
  );
}

function State({ enabled, complete }: { enabled: boolean; complete: boolean }) {
  if (!enabled) return <Pill status="Off" tone="muted" />;
  return complete ? <Pill status="Ready" tone="good" /> : <Pill status="Incomplete" tone="danger" />;
}

function OneIntegration({ of: one }: { of: Integration }) {
  return (
    <Card title={label(one.function)} actions={<State {...one} />}>
      {one.defaultProvider && (
        <p className="m-0 mb-2">
          Requests that name no provider go to <strong>{one.defaultProvider}</strong>.
        </p>
      )}
      {one.missing.length > 0 && <Missing keys={one.missing} />}
      {one.missing.length === 0 && one.providers.length === 0 && <p className="m-0 text-muted">Nothing is missing.</p>}
      {one.providers.length > 0 && (
        <ul className="m-0 list-none divide-y divide-line p-0">
          {one.providers.map((provider) => (
            <li key={provider.provider} className="py-2 first:pt-0 last:pb-0">
              <span className="flex items-center gap-2">
                <span className="font-medium">{provider.provider}</span>
                <State {...provider} />
              </span>
              {provider.missing.length > 0 && <Missing keys={provider.missing} />}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Missing settings, each with a link to it. Of several that may be set instead of each other, one is enough. */
function Missing({ keys }: { keys: string[] }) {
  return (
    <div className="text-muted">
      To be set:
      <ul className="m-0 pl-5">
        {keys.map((line) => (
          <li key={line}>
            {line.split(' or ').map((key, index) => (
              <span key={key}>
                {index > 0 && ' or '}
                <Link
                  to="/admin/configuration"
                  search={{ do: 'setConfigurationKey', of: key }}
                  className="text-accent underline-offset-2 hover:underline"
                >
                  {keyTitle(key.replace(/^.*_PROVIDER_[A-Z]+_/, ''))}
                </Link>
              </span>
            ))}
          </li>
        ))}
      </ul>
    </div>
  );
}
