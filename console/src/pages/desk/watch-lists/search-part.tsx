import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { type Answer, read } from '../../../api/client';
import { INPUT } from '../../../form/field-input';
import { type Column, DataTable } from '../../../list/data-table';
import { label } from '../../../rules/words';
import { Button } from '../../../ui/button';
import { Card } from '../../../ui/card';
import { Empty } from '../../../ui/empty';
import { ProblemNotice } from '../../../ui/notice';
import type { WatchList } from './watch-list-actions';

type Match = Answer<'searchWatchList'>['matches'][number];

/** Searches the active version for a name. The name stays out of the address, which browsers keep. */
export function SearchPart({ list }: { list: WatchList }) {
  const [entered, setEntered] = useState('');
  const [name, setName] = useState('');
  const id = useId();
  const found = useQuery({
    queryKey: ['searchWatchList', list.code, name],
    queryFn: ({ signal }) => read('searchWatchList', { path: { listCode: list.code }, query: { Name: name }, signal }),
    enabled: name !== '',
  });
  const search = (event: FormEvent): void => {
    event.preventDefault();
    setName(entered.trim());
  };
  if (list.activeVersion === null)
    return <Empty title="Nothing to search">No version of the list has been activated.</Empty>;
  return (
    <div className="space-y-4">
      <form className="flex flex-wrap items-end gap-2" onSubmit={search}>
        <div className="w-full max-w-96">
          <label htmlFor={id} className="mb-1 block font-medium">
            Name of a person, company or vessel
          </label>
          <input
            id={id}
            className={INPUT}
            maxLength={250}
            autoComplete="off"
            value={entered}
            onChange={(event) => setEntered(event.target.value)}
          />
        </div>
        <Button type="submit" isBusy={found.isFetching} reason={entered.trim() ? null : 'Enter a name.'}>
          Search
        </Button>
      </form>
      <ProblemNotice problem={found.error} retry={() => void found.refetch()} />
      {found.data && <Matches of={found.data.matches} version={found.data.version} />}
    </div>
  );
}

function Matches({ of: matches, version }: { of: Match[]; version: number | null }) {
  if (matches.length === 0)
    return <Empty title="No match">No party of version {version} has a name like this one.</Empty>;
  return (
    <Card title={`Matches in version ${version}`} isFlush>
      <DataTable caption="Matches" columns={MATCHES} rows={matches} rowKey={({ reference }) => reference} />
    </Card>
  );
}

const MATCHES: Column<Match>[] = [
  {
    key: 'name',
    header: 'Listed party',
    cell: ({ name, reference, type }) => (
      <>
        {name}
        <span className="block text-sm text-muted">
          {label(type)} {reference}
        </span>
      </>
    ),
  },
  { key: 'score', header: 'Score', cell: ({ score }) => score.toFixed(2), isNumber: true },
  { key: 'reasons', header: 'Reasons', cell: ({ reasons }) => reasons.join(' '), isSecondary: true },
  {
    key: 'known',
    header: 'Known',
    cell: ({ birthDates, countries, programme }) =>
      [birthDates.join(', '), countries.join(', '), programme].filter(Boolean).join(' · ') || '–',
    isSecondary: true,
  },
];
