import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type OperationId, permissionOf, read, type Row } from '../api/client';
import { usePreferences } from '../app/preferences';
import { useSession } from '../app/session';
import { useSearchParams } from '../app/use-search-params';
import { useShortcuts } from '../app/use-shortcuts';
import { ActionButtons, ActionHost, ActionMenu } from '../form/action-host';
import { distinctKeys } from '../rules/distinct-keys';
import { may } from '../rules/permissions';
import { apiQuery, filtersOf, type SearchParams, stringifySearch } from '../rules/search-params';
import { inSentence } from '../rules/words';
import { Empty } from '../ui/empty';
import { ProblemNotice } from '../ui/notice';
import { PageHead } from '../ui/page-head';
import { ColumnChoice, useChosenColumns } from './column-choice';
import { type Column, DataTable } from './data-table';
import { DownloadButtons } from './download-buttons';
import { ExportMenu } from './export-menu';
import { Filters } from './filters';
import type { ListDefinition } from './list-definition';
import { type PageFacts, Paging } from './paging';
import { SavedViews } from './saved-views';
import { Tabs } from './tabs';

/** Rows of a list, as the API answers them: paged, or all of them at once. */
interface ListAnswer<R> extends Partial<PageFacts> {
  data: R[];
}

function rowsOf<R>(answer: unknown): ListAnswer<R> {
  return Array.isArray(answer) ? { data: answer as R[] } : (answer as ListAnswer<R>);
}

/** The size of a page that the API answers without being asked for another. */
const USUAL_PAGE_SIZE = 20;

/** The list's parameters in the address, and how to change them. */
export function useListSearch(): [SearchParams, (change: SearchParams) => void] {
  const search = useSearchParams();
  const navigate = useNavigate();
  const change = (next: SearchParams): void => void navigate({ to: '.', search: { ...search, ...next } });
  return [search, change];
}

/** A page of records: filters, columns, order and pages are in the address, so a link shows the same list. */
export function ListPage<Id extends OperationId>({ of: list }: { of: ListDefinition<Id> }) {
  type R = Row<Id>;
  const [search, change] = useListSearch();
  const navigate = useNavigate();
  const { permissions } = useSession();
  const pageSize = usePreferences()?.pageSize;
  const query: Record<string, string> = {
    ...(pageSize !== undefined && pageSize !== USUAL_PAGE_SIZE && { PageSize: String(pageSize) }),
    ...list.defaults,
    ...apiQuery(search),
    ...list.fixed,
  };
  // A list that is read again by itself does not keep the session alive.
  const isBackground = list.refreshMs !== undefined;
  const isReady = (list.needs ?? []).every((name) => query[name]);
  const answer = useQuery({
    queryKey: [list.operation, list.path, query, isBackground],
    queryFn: ({ signal }) => read(list.operation, { path: list.path, query, signal, isBackground } as never),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data === undefined ? false : (list.refreshMs?.(rowsOf<R>(state.data).data) ?? false),
    enabled: isReady && may(permissions, permissionOf(list.operation)),
  });
  const page = answer.data === undefined || !isReady ? undefined : rowsOf<R>(answer.data);
  const rows = page?.data ?? [];
  const open = (row: R | undefined): void => {
    const address = row && list.opens?.(row);
    if (address) void navigate({ to: address });
  };
  const keyOf = distinctKeys(rows as object[], list.rowKey as never) as (row: R) => string;
  const [active, setActive] = useActiveRow(rows, keyOf, open);

  const columns = useChosenColumns(preferenceName(list.operation), columnsOf(list));

  const buttons = (
    <>
      {list.formats && <DownloadButtons {...{ ...list, formats: list.formats, query }} />}
      {list.exports && <ExportMenu report={list.exports} query={query} />}
      <ActionButtons actions={list.actions ?? []} record={undefined} />
    </>
  );
  return (
    <div className="space-y-4">
      {!list.isPart && (
        <PageHead title={list.title} intro={list.intro}>
          {list.filters && <SavedViews />}
          <ColumnChoice list={preferenceName(list.operation)} columns={list.columns} />
          {buttons}
        </PageHead>
      )}
      {list.tabs && <Tabs tabs={list.tabs} search={search} />}
      <div className="flex flex-wrap items-end justify-between gap-3 empty:hidden">
        <Filters list={list} search={search} onChange={(next) => change({ ...next, PageNumber: '', After: '' })} />
        {list.isPart && (list.formats ?? list.actions ?? list.exports) && (
          <div className="ml-auto flex flex-wrap gap-2 empty:hidden">{buttons}</div>
        )}
      </div>
      <ProblemNotice problem={answer.error} retry={() => void answer.refetch()} />
      {page && (
        <div className="rounded-lg border border-line bg-card" aria-busy={answer.isPlaceholderData}>
          {rows.length === 0 ? (
            <NoRows list={list} search={search} />
          ) : (
            <DataTable
              caption={list.title}
              columns={columns}
              rows={rows as object[] as never}
              rowKey={list.rowKey}
              order={{ column: search.SortColumn, direction: search.Direction === 'Asc' ? 'Asc' : 'Desc' }}
              onOrder={({ column, direction }) =>
                change({ SortColumn: column ?? '', Direction: direction, PageNumber: '', After: '' })
              }
              activeKey={active}
              onOpen={
                list.opens &&
                ((row: R) => {
                  setActive(keyOf(row));
                  open(row);
                })
              }
            />
          )}
          <Paging page={page} search={search} onChange={change} />
        </div>
      )}
      {!isReady && <Empty title="Choose what to list">{list.empty}</Empty>}
      {isReady && !page && !answer.error && <Skeleton />}
      <ActionHost
        actions={[...(list.actions ?? []), ...(list.rowActions ?? [])] as never}
        recordOf={(of) => (of === undefined ? null : rows.find((row) => list.rowKey(row) === of))}
      />
    </div>
  );
}

/** The name of a list in the preferences: `listAmlHolds` is `list-aml-holds`. */
function preferenceName(operation: string): string {
  return operation.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function columnsOf<Id extends OperationId>(list: ListDefinition<Id>): Column<never>[] {
  if (!list.rowActions?.length) return list.columns as never;
  const actions: Column<Row<Id>> = {
    key: 'actions',
    header: '',
    cell: (row) => (
      <div className="flex justify-end">
        <ActionMenu actions={list.rowActions!} record={row} of={list.rowKey(row)} label="…" />
      </div>
    ),
  };
  return [...list.columns, actions] as never;
}

/** J and K move a mark through the rows, Enter opens the marked one. */
function useActiveRow<R>(
  rows: R[],
  rowKey: (row: R) => string,
  open: (row: R | undefined) => void,
): [string | undefined, (key: string) => void] {
  const [active, setActive] = useState<string>();
  const position = rows.findIndex((row) => rowKey(row) === active);
  const move = (to: number): void => {
    const row = rows[Math.min(Math.max(to, 0), rows.length - 1)];
    if (!row) return;
    setActive(rowKey(row));
    document.querySelector(`[data-row="${CSS.escape(rowKey(row))}"]`)?.scrollIntoView({ block: 'nearest' });
  };
  useShortcuts({
    j: () => move(position + 1),
    k: () => move(position - 1),
    Enter: () => open(rows[position]),
  });
  return [active, setActive];
}

function NoRows<Id extends OperationId>({ list, search }: { list: ListDefinition<Id>; search: SearchParams }) {
  const navigate = useNavigate();
  if (Object.keys(filtersOf(search)).length === 0)
    return <Empty title={`No ${inSentence(list.title)}`}>{list.empty}</Empty>;
  return (
    <Empty title="Nothing matches these filters">
      <button
        type="button"
        className="underline"
        onClick={() => void navigate({ to: '.', search: search.tab ? { tab: search.tab } : {} })}
      >
        Clear the filters
      </button>
    </Empty>
  );
}

function Skeleton() {
  return (
    <div role="status" aria-label="Loading" className="space-y-2 rounded-lg border border-line bg-card p-4">
      {[90, 75, 82, 68, 88].map((width) => (
        <div key={width} className="h-5 animate-pulse rounded bg-sunken" style={{ width: `${width}%` }} />
      ))}
    </div>
  );
}

/** The address of a list under filters, for links from other pages. */
export function listAddress(path: string, filters: Record<string, string>): string {
  return path + stringifySearch(filters);
}
