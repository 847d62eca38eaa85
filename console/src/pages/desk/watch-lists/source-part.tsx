import { useQuery } from '@tanstack/react-query';
import { read } from '../../../api/client';
import { useRefreshAfter } from '../../../api/refresh';
import { ActionButtons } from '../../../form/action-host';
import { actor, plural } from '../../../rules/words';
import { Card } from '../../../ui/card';
import { Facts } from '../../../ui/facts';
import { Notice } from '../../../ui/notice';
import { Pill } from '../../../ui/pill';
import { When } from '../../../ui/when';
import { SOURCE_ACTIONS, type WatchList } from './watch-list-actions';

type Source = NonNullable<WatchList['source']>;

const POLL_MS = 2_000;
const OUTCOMES = {
  imported: <Pill status="Active" text="New version in use" />,
  unchanged: <Pill status="Active" text="Nothing new" />,
  waiting: <Pill status="Pending" text="New version waits" tone="warn" />,
  failed: <Pill status="Failed" text="Failed" tone="danger" />,
};

/** Where the versions of a list are fetched, and how the last fetch ended. */
export function SourcePart({ list }: { list: WatchList }) {
  const { source } = list;
  // While a fetch is under way or due, the page follows it.
  useQuery({
    queryKey: ['getWatchList', list.code],
    queryFn: ({ signal }) => read('getWatchList', { path: { listCode: list.code }, signal }),
    refetchInterval: ({ state }) => (isBusy(state.data?.source ?? null) ? POLL_MS : false),
  });
  // A fetch that has ended may have brought a version, which is in the list below.
  useRefreshAfter(isBusy(source));
  return (
    <Card title="Source" actions={<ActionButtons actions={SOURCE_ACTIONS} record={list} isPlain />}>
      {source ? <LoadedSource source={source} /> : <p className="m-0 text-muted">Staff send the files of this list.</p>}
    </Card>
  );
}

const isBusy = (source: Source | null): boolean =>
  source !== null &&
  (source.isFetching || source.lastAttemptAt === null || Date.parse(source.nextAttemptAt) <= Date.now());

function LoadedSource({ source }: { source: Source }) {
  return (
    <div className="space-y-3">
      {source.outcome === 'failed' && (
        <Notice tone={source.isLate ? 'danger' : 'warn'}>
          {source.error} The version in use stays.
          {source.failures > 1 && ` ${plural(source.failures, 'fetch', 'fetches')} in a row have failed.`}
        </Notice>
      )}
      {source.outcome === 'waiting' && (
        <Notice tone="warn">
          The latest version lacks more than 10 % of the entries in use. Activate it below, with a second person, or
          leave it.
        </Notice>
      )}
      <Facts
        columns={3}
        of={[
          ['Address', <span className="break-all">{source.url}</span>],
          ['Fetched', source.everyHours === 1 ? 'Every hour' : `Every ${source.everyHours} hours`],
          ['Set by', actor(source.setBy)],
          ['Last check', <LastCheck of={source} />],
          ['Last good check', source.lastGoodAt && <When at={source.lastGoodAt} />],
          ['Next check', <When at={source.nextAttemptAt} />],
        ]}
      />
    </div>
  );
}

function LastCheck({ of: { isFetching, lastAttemptAt, outcome } }: { of: Source }) {
  if (isFetching) return <Pill status="Processing" text="Under way" />;
  if (lastAttemptAt === null || outcome === null) return 'None yet';
  return (
    <>
      <When at={lastAttemptAt} /> {OUTCOMES[outcome]}
    </>
  );
}
