import type { ListDefinition, ListTab } from '../../../list/list-definition';
import { ListPage } from '../../../list/list-page';
import { label } from '../../../rules/words';
import { Pill } from '../../../ui/pill';
import { RecordLink } from '../../../ui/record-link';
import { When } from '../../../ui/when';
import { CREATE } from './watch-list-actions';

const TABS: readonly ListTab[] = [
  { title: 'All', search: {} },
  { title: 'Sanctions', search: { Kind: 'sanctions' } },
  { title: 'PEP', search: { Kind: 'pep' } },
  { title: 'Own', search: { Kind: 'own' } },
];

const LISTS: ListDefinition<'listWatchLists'> = {
  operation: 'listWatchLists',
  title: 'Watch-lists',
  intro: 'Lists of sanctioned parties, politically exposed persons and parties of the institution’s own choice.',
  tabs: TABS,
  columns: [
    {
      key: 'name',
      header: 'List',
      cell: (row) => (
        <>
          <RecordLink to={`/aml/watch-lists/${row.code}`}>{row.name}</RecordLink>
          <span className="block text-sm text-muted">{row.code}</span>
        </>
      ),
    },
    { key: 'kind', header: 'Kind', cell: (row) => label(row.kind), isSecondary: true },
    { key: 'format', header: 'Files', cell: (row) => label(row.format), isSecondary: true },
    { key: 'created', header: 'Added', cell: (row) => <When at={row.createdAt} />, isSecondary: true },
    {
      key: 'active',
      header: 'In use',
      cell: ({ activeVersion }) =>
        activeVersion === null ? (
          <Pill status="Empty" text="Nothing" tone="warn" />
        ) : (
          <Pill status="Active" text={`Version ${activeVersion}`} />
        ),
    },
  ],
  rowKey: (row) => row.code,
  opens: (row) => `/aml/watch-lists/${row.code}`,
  filters: ['Kind'],
  actions: [CREATE],
  empty: 'A list appears here when somebody adds it. Its parties come from a file.',
};

/** The watch-lists of the institution. */
export default function WatchListsPage() {
  return <ListPage of={LISTS} />;
}
