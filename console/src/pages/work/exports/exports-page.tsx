import type { ListDefinition } from '../../../list/list-definition';
import { ListPage } from '../../../list/list-page';
import { count } from '../../../rules/naira';
import { Pill } from '../../../ui/pill';
import { RecordLink } from '../../../ui/record-link';
import { NarrowWhen, When } from '../../../ui/when';
import { CANCEL, DownloadLink, exportTitle, isOpen, REFRESH_MS } from './export-words';

const EXPORTS: ListDefinition<'listExports'> = {
  operation: 'listExports',
  title: 'Exports',
  intro: 'Your lists as files. Nobody else sees them; each download is in the audit log.',
  columns: [
    {
      key: 'list',
      header: 'List',
      cell: (row) => (
        <>
          <RecordLink to={`/exports/${row.id}`}>{exportTitle(row)}</RecordLink>
          <NarrowWhen at={row.requestedAt} />
        </>
      ),
    },
    { key: 'format', header: 'Format', cell: (row) => row.format, isSecondary: true },
    { key: 'status', header: 'State', cell: (row) => <Pill status={row.status} /> },
    { key: 'rows', header: 'Rows', cell: (row) => count(row.rows), isNumber: true },
    { key: 'at', header: 'Asked for', cell: (row) => <When at={row.requestedAt} />, isSecondary: true },
    { key: 'until', header: 'Kept until', cell: (row) => <When at={row.expiresAt} />, isSecondary: true },
    { key: 'file', header: 'File', cell: (row) => <DownloadLink of={row} />, isNumber: true },
  ],
  rowKey: (row) => String(row.id),
  opens: (row) => `/exports/${row.id}`,
  filters: ['Report', 'Status'],
  labels: { Report: 'List', Status: 'State' },
  rowActions: [CANCEL],
  refreshMs: (rows) => (rows.some(isOpen) ? REFRESH_MS : false),
  empty: 'Choose Export on a list, such as Accounts, to have all of its rows as a file.',
};

/** One's own exports, while they are written and afterwards. */
export default function ExportsPage() {
  return <ListPage of={EXPORTS} />;
}
