import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { read, type Row } from '../../../api/client';
import { ProblemNotice } from '../../../ui/notice';
import { Pill } from '../../../ui/pill';
import { keyTitle } from '../configuration/config-words';
import { channelText } from './message-words';

type Channel = Row<'listMessageChannels'>;

function stateOf({ transport, missing }: Channel) {
  if (transport === 'capture') return <Pill status="Kept" tone="warn" text="Kept here, not sent" />;
  if (missing.length > 0 || !transport) return <Pill status="Off" tone="danger" text="Cannot send" />;
  return <Pill status="Ready" tone="good" text="Sends" />;
}

/** The channels by which messages leave the institution, and whether each is set up. */
export function Channels() {
  const list = useQuery({
    queryKey: ['listMessageChannels'],
    queryFn: ({ signal }) => read('listMessageChannels', { signal }),
  });
  if (!list.data) return <ProblemNotice problem={list.error} retry={() => void list.refetch()} />;
  return (
    <section aria-label="State of the channels" className="grid gap-3 sm:grid-cols-2">
      {list.data.data.map((one) => (
        <div key={one.channel} className="rounded-lg border border-line bg-card px-4 py-3">
          <div className="flex items-center justify-between gap-2">
            <h2 className="m-0 text-base font-semibold">{channelText(one.channel)}</h2>
            {stateOf(one)}
          </div>
          {one.missing.length > 0 && (
            <p className="m-0 mt-1 text-sm text-muted">
              To be set:{' '}
              {one.missing.map((key, index) => (
                <span key={key}>
                  {index > 0 && ', '}
                  <Link
                    to="/admin/configuration"
                    search={{ do: 'setConfigurationKey', of: key }}
                    className="text-accent underline-offset-2 hover:underline"
                  >
                    {keyTitle(key)}
                  </Link>
                </span>
              ))}
            </p>
          )}
        </div>
      ))}
    </section>
  );
}
