import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type OperationId, read, type Row } from '../api/client';
import { NEXT_CASE } from '../app/page';
import { useShortcuts } from '../app/use-shortcuts';
import { nextInQueue, stepInQueue } from '../rules/queue';
import { apiQuery, type SearchParams } from '../rules/search-params';
import { Empty } from '../ui/empty';
import { ProblemNotice } from '../ui/notice';
import { PageHead } from '../ui/page-head';
import { Filters } from './filters';
import type { ListTab } from './list-definition';
import { useListSearch } from './list-page';
import { type PageFacts, Paging } from './paging';
import { SavedViews } from './saved-views';
import { Tabs } from './tabs';

interface QueueProps<Id extends OperationId> {
  operation: Id;
  title: string;
  intro: ReactNode;
  /** The address of the queue; a case has its id after it. */
  path: string;
  tabs: readonly ListTab[];
  filters: readonly string[];
  labels?: Record<string, string>;
  empty: string;
  idOf: (row: Row<Id>) => string;
  /** A row of the queue, in two or three lines. */
  item: (row: Row<Id>) => ReactNode;
  /** The open case. `onDecided` opens the next one. */
  children: (id: string, onDecided: () => void) => ReactNode;
  /** Shown above the queue while rows are selected. */
  bulk?: (rows: Row<Id>[], onDone: () => void) => ReactNode;
}

/** A queue beside its open case. J and K walk through it, and after a decision the next case opens by itself. */
export function QueuePage<Id extends OperationId>(queue: QueueProps<Id>) {
  const { id: asked }: { id?: string } = useParams({ strict: false });
  const isNext = asked === NEXT_CASE;
  const id = isNext ? undefined : asked;
  const [search, change] = useListSearch();
  const navigate = useNavigate();
  // The rows themselves: a case that leaves the queue meanwhile stays selected, and its result can be read.
  const [selection, setSelection] = useState<Record<string, Row<Id>>>({});
  const query = apiQuery(search);
  const answer = useQuery({
    queryKey: [queue.operation, query],
    queryFn: ({ signal }) => read(queue.operation, { query, signal } as never),
    placeholderData: keepPreviousData,
  });
  const page = answer.data as ({ data: Row<Id>[] } & PageFacts) | undefined;
  const rows = page?.data ?? [];
  const ids = rows.map(queue.idOf);
  const open = (next: string | undefined): void =>
    void navigate({ to: next ? `${queue.path}/${next}` : queue.path, search: search });
  const selected = Object.values(selection);
  const toggle = (row: Row<Id> | undefined): void => {
    if (!row) return;
    const rowId = queue.idOf(row);
    setSelection(({ [rowId]: before, ...others }) => (before ? others : { ...others, [rowId]: row }));
  };
  // A page is shown some time after its key: keys that follow fast are about the case that it will have open.
  const keyed = useRef(id);
  useEffect(() => {
    keyed.current = id;
  }, [id]);
  const step = (by: 1 | -1): void => open((keyed.current = stepInQueue(ids, keyed.current, by)));
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    x: () => queue.bulk && toggle(rows.find((row) => queue.idOf(row) === keyed.current)),
  });
  const openNext = useNextCase(ids, id, open);
  const next = isNext && !answer.isPlaceholderData ? ids[0] : undefined;
  useEffect(() => {
    if (next) void navigate({ to: `${queue.path}/${next}`, search, replace: true });
  }, [next, navigate, queue.path, search]);

  return (
    <div className="space-y-4">
      <PageHead title={queue.title} intro={queue.intro}>
        <SavedViews path={queue.path} />
      </PageHead>
      {/* A telephone shows either the queue or the case. */}
      <div className={clsx('space-y-4', id && 'max-lg:hidden')}>
        <Tabs tabs={queue.tabs} search={search} />
        <Filters
          list={{ ...queue, columns: [], rowKey: queue.idOf, opens: undefined } as never}
          search={search}
          onChange={(next) => change({ ...next, PageNumber: '', After: '' })}
        />
      </div>
      <ProblemNotice problem={answer.error} retry={() => void answer.refetch()} />
      <div className="grid items-start gap-4 lg:grid-cols-[17rem_minmax(0,1fr)] xl:grid-cols-[21rem_minmax(0,1fr)]">
        <section
          aria-label={`Queue: ${queue.title}`}
          className={clsx(
            'overflow-hidden rounded-lg border border-line bg-card lg:sticky lg:top-20',
            id && 'max-lg:hidden',
          )}
        >
          {selected.length > 0 && queue.bulk?.(selected, () => setSelection({}))}
          {page && rows.length === 0 && (
            <Empty title="Nothing here">
              {Object.keys(query).length > 0 ? 'Nothing matches this view.' : queue.empty}
            </Empty>
          )}
          <ul className="m-0 max-h-[calc(100vh-12rem)] list-none overflow-y-auto p-0">
            {rows.map((row) => (
              <QueueItem
                key={queue.idOf(row)}
                {...{ queue, row, search, isOpen: queue.idOf(row) === id }}
                isSelected={!!selection[queue.idOf(row)]}
                onToggle={queue.bulk && (() => toggle(row))}
              />
            ))}
          </ul>
          {page && <Paging page={page} search={search} onChange={change} />}
        </section>
        <div className="min-w-0">
          {id ? (
            <>
              <Link to={queue.path} search={search} className="mb-2 inline-block underline lg:hidden">
                Back to the queue
              </Link>
              <div key={id}>{queue.children(id, openNext)}</div>
            </>
          ) : (
            <div className="rounded-lg border border-dashed border-line max-lg:hidden">
              <Empty title="No case is open">Choose one, or press J.</Empty>
            </div>
          )}
        </div>
      </div>
    </div>
  );
}

interface QueueItemProps<Id extends OperationId> {
  queue: QueueProps<Id>;
  row: Row<Id>;
  search: SearchParams;
  isOpen: boolean;
  isSelected: boolean;
  onToggle?: () => void;
}

function QueueItem<Id extends OperationId>({ queue, row, search, isOpen, isSelected, onToggle }: QueueItemProps<Id>) {
  const id = queue.idOf(row);
  const element = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isOpen) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  return (
    <li
      ref={element}
      className={clsx('flex items-start border-b border-line last:border-0', isOpen && 'bg-accent-soft')}
    >
      {onToggle && (
        <input
          type="checkbox"
          className="mt-3.5 ml-3 size-4 accent-accent"
          checked={isSelected}
          onChange={onToggle}
          aria-label={`Select ${id}`}
        />
      )}
      <Link
        to={`${queue.path}/${id}`}
        search={search}
        aria-current={isOpen || undefined}
        className="block min-w-0 flex-1 px-3 py-2.5 hover:bg-sunken"
      >
        {queue.item(row)}
      </Link>
    </li>
  );
}

/** Opens the case after the decided one. The queue is remembered, because a decided case leaves it. */
function useNextCase(ids: string[], id: string | undefined, open: (next: string | undefined) => void): () => void {
  const remembered = useRef(ids);
  useEffect(() => {
    if (id === undefined || ids.includes(id)) remembered.current = ids;
  });
  return () => {
    const next = nextInQueue(remembered.current, id);
    open(next === id ? undefined : next);
  };
}
