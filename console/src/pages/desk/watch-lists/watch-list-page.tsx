import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { recordQuery } from '../../../api/record-query';
import { ActionButtons, ActionHost } from '../../../form/action-host';
import type { ListDefinition } from '../../../list/list-definition';
import { ListPage } from '../../../list/list-page';
import { count } from '../../../rules/naira';
import { actor, label } from '../../../rules/words';
import { ProblemNotice } from '../../../ui/notice';
import { PageHead } from '../../../ui/page-head';
import { Pill } from '../../../ui/pill';
import { TabPanels } from '../../../ui/tab-panels';
import { When } from '../../../ui/when';
import { ImportVersion } from './import-version';
import { SearchPart } from './search-part';
import { SourcePart } from './source-part';
import { activate, IMPORT, SOURCE_ACTIONS, type WatchList } from './watch-list-actions';

/** One watch-list: its versions, and a search of the active one. */
export default function WatchListPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const list = useQuery(recordQuery('getWatchList', id));
  if (!list.data)
    return (
      <div className="space-y-4">
        <PageHead title="Watch-list" />
        <ProblemNotice problem={list.error} retry={() => void list.refetch()} />
      </div>
    );
  return <LoadedList list={list.data} />;
}

function LoadedList({ list }: { list: WatchList }) {
  const { name, kind, format, activeVersion } = list;
  return (
    <div className="space-y-4">
      <PageHead
        title={name}
        beside={
          activeVersion === null ? (
            <Pill status="Empty" text="Nothing in use" tone="warn" />
          ) : (
            <Pill status="Active" text={`Version ${activeVersion}`} />
          )
        }
        intro={`${label(kind)}, files: ${label(format)}`}
      >
        <ActionButtons actions={[IMPORT]} record={list} />
      </PageHead>
      <SourcePart list={list} />
      <TabPanels
        panels={[
          {
            name: 'versions',
            title: 'Versions',
            operation: 'listWatchListVersions',
            content: () => <ListPage of={versionsOf(list)} />,
          },
          { name: 'search', title: 'Search', operation: 'searchWatchList', content: () => <SearchPart list={list} /> },
        ]}
      />
      <ImportVersion list={list} />
      <ActionHost actions={SOURCE_ACTIONS} recordOf={() => list} />
    </div>
  );
}

function versionsOf({ code }: WatchList): ListDefinition<'listWatchListVersions'> {
  return {
    operation: 'listWatchListVersions',
    title: 'Versions',
    path: { listCode: code },
    isPart: true,
    columns: [
      {
        key: 'version',
        header: 'Version',
        cell: (row) => (
          <>
            {row.version}
            <span className="block text-sm text-muted">{row.fileName}</span>
          </>
        ),
      },
      { key: 'entries', header: 'Entries', cell: (row) => count(row.entries), isNumber: true },
      {
        key: 'difference',
        header: 'Added, changed, removed',
        cell: (row) => [row.added, row.changed, row.removed].map(count).join(', '),
        isSecondary: true,
      },
      {
        key: 'imported',
        header: 'Imported',
        cell: (row) => (
          <>
            <When at={row.importedAt} />
            <span className="block text-sm text-muted">{actor(row.importedBy)}</span>
          </>
        ),
        isSecondary: true,
      },
      { key: 'status', header: 'State', cell: (row) => <Pill status={row.status} /> },
    ],
    rowKey: (row) => String(row.version),
    filters: ['Status'],
    rowActions: [activate(code)],
    empty: 'A version appears here when a file is imported.',
  };
}
