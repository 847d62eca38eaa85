import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { type Answer, permissionOf, read } from '../../api/client';
import { useSession } from '../../app/session';
import type { Column } from '../../list/data-table';
import { DataTable } from '../../list/data-table';
import { Filters } from '../../list/filters';
import { useListSearch } from '../../list/list-page';
import { instantOf, zonedText } from '../../rules/dates';
import { may } from '../../rules/permissions';
import { apiQuery, type SearchParams } from '../../rules/search-params';
import { Button } from '../../ui/button';
import { Empty } from '../../ui/empty';
import { ProblemNotice } from '../../ui/notice';
import { PageHead } from '../../ui/page-head';
import { Pill } from '../../ui/pill';
import { NarrowWhen, When } from '../../ui/when';
import { RequestParts } from './request-parts';

type Call = Answer<'listApiRequests'>['requests'][number];

const FILTERS = {
  operation: 'listApiRequests',
  title: 'Calls of clients',
  filters: ['Status', 'Path', 'Reference', 'CorrelationId'],
  labels: { Status: 'Status of the answer', Path: 'Address', CorrelationId: 'Correlation ID' },
};

const COLUMNS: Column<Call>[] = [
  { key: 'at', header: 'When', cell: (row) => <When at={row.at} />, isSecondary: true },
  {
    key: 'call',
    header: 'Call',
    cell: (row) => (
      <div className="md:min-w-72">
        <span className="font-medium">{row.method}</span> <span className="wrap-anywhere">{row.path}</span>
        <NarrowWhen at={row.at} />
        <RequestParts
          of={[
            ['Sent', row.body],
            ['Answered', row.answer],
          ]}
        />
      </div>
    ),
  },
  {
    key: 'answer',
    header: 'Answer',
    cell: (row) => (
      <>
        <Pill status={String(row.status)} tone={row.status < 400 ? 'good' : row.status < 500 ? 'warn' : 'danger'} />
        {row.code && <span className="block text-sm text-muted">{row.code}</span>}
      </>
    ),
  },
  { key: 'duration', header: 'Took', isNumber: true, cell: (row) => `${row.durationMs} ms`, isSecondary: true },
  {
    key: 'reference',
    header: 'Reference',
    isSecondary: true,
    cell: (row) => (
      <>
        <span className="break-all">{row.reference ?? '–'}</span>
        <span className="block text-sm break-all text-muted">{row.correlationId}</span>
        {row.lostBefore > 0 && (
          <span className="block text-sm text-warn">{row.lostBefore} calls before are missing</span>
        )}
      </>
    ),
  },
];

/** The request of a client and its answer. */
export default function ApiRequestsPage() {
  const [search, change] = useListSearch();
  const { ClientID } = search;
  const answer = useQuery({
    queryKey: ['listApiRequests', apiQuery(search)],
    queryFn: ({ signal }) => read('listApiRequests', { query: apiQuery(search), signal }),
    enabled: !!ClientID,
    placeholderData: keepPreviousData,
  });
  const page = answer.data;
  return (
    <div className="space-y-4">
      <PageHead
        title="Calls of clients"
        intro="What a client asked for and what it was answered, newest first. Secrets and identity numbers are hidden."
      />
      <div className="flex flex-wrap items-end gap-3">
        <ClientChoice value={ClientID ?? ''} onChange={(client) => change({ ClientID: client, Before: '' })} />
        <TimeFilter name="From" label="From" search={search} onChange={change} />
        <TimeFilter name="To" label="Until" search={search} onChange={change} />
      </div>
      {ClientID && (
        <Filters list={FILTERS as never} search={search} onChange={(next) => change({ ...next, Before: '' })} />
      )}
      <ProblemNotice problem={answer.error} retry={() => void answer.refetch()} />
      {!ClientID && <Empty title="No client is chosen">Choose the client whose calls you want to see.</Empty>}
      {ClientID && page && (
        <div className="rounded-lg border border-line bg-card" aria-busy={answer.isPlaceholderData}>
          {page.requests.length === 0 ? (
            <Empty title="No calls">A call appears here soon after the client has made it.</Empty>
          ) : (
            <DataTable caption="Calls" columns={COLUMNS} rows={page.requests} rowKey={(row) => String(row.id)} />
          )}
          <Older nextBefore={page.nextBefore} search={search} onChange={change} />
        </div>
      )}
    </div>
  );
}

const LOOK = 'min-h-9 w-full rounded-md border border-line-strong bg-card px-2.5 text-text';

function ClientChoice({ value, onChange }: { value: string; onChange: (client: string) => void }) {
  const id = useId();
  const { permissions } = useSession();
  const clients = useQuery({
    queryKey: ['listApiClients', 'all'],
    queryFn: ({ signal }) => read('listApiClients', { query: { PageSize: 200 }, signal }),
    enabled: may(permissions, permissionOf('listApiClients')),
  });
  const known = clients.data?.data ?? [];
  return (
    <div className="w-full min-w-36 sm:w-auto">
      <label htmlFor={id} className="mb-0.5 block text-sm text-muted">
        Client
      </label>
      <select id={id} className={LOOK} value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">Choose …</option>
        {value && known.every(({ clientId }) => clientId !== value) && <option value={value}>{value}</option>}
        {known.map(({ clientId, name }) => (
          <option key={clientId} value={clientId}>
            {name} ({clientId})
          </option>
        ))}
      </select>
    </div>
  );
}

interface TimeFilterProps {
  name: 'From' | 'To';
  label: string;
  search: SearchParams;
  onChange: (change: SearchParams) => void;
}

/** A point in time, entered in the institution's time zone. */
function TimeFilter({ name, label, search, onChange }: TimeFilterProps) {
  const id = useId();
  const { timeZone } = useSession().view;
  const value = search[name];
  return (
    <div className="w-full min-w-36 sm:w-auto">
      <label htmlFor={id} className="mb-0.5 block text-sm text-muted">
        {label}
      </label>
      <input
        id={id}
        type="datetime-local"
        className={LOOK}
        value={value ? zonedText(value, timeZone) : ''}
        onChange={({ target }) =>
          onChange({ [name]: target.value ? instantOf(target.value, timeZone) : '', Before: '' })
        }
      />
    </div>
  );
}

interface OlderProps {
  nextBefore: number | null;
  search: SearchParams;
  onChange: (change: SearchParams) => void;
}

function Older({ nextBefore, search, onChange }: OlderProps) {
  if (nextBefore === null && !search.Before) return null;
  return (
    <nav aria-label="Pages" className="flex justify-end gap-2 border-t border-line px-3 py-2">
      {search.Before && (
        <Button isSmall onClick={() => onChange({ Before: '' })}>
          Newest
        </Button>
      )}
      <Button
        isSmall
        disabled={nextBefore === null}
        onClick={() => onChange({ Before: nextBefore === null ? '' : String(nextBefore) })}
      >
        Older
      </Button>
    </nav>
  );
}
