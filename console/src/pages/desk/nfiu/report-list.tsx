import type { ListDefinition } from '../../../list/list-definition';
import { Money } from '../../../ui/money';
import { Pill } from '../../../ui/pill';
import { RecordLink } from '../../../ui/record-link';
import { NarrowWhen } from '../../../ui/when';
import { DueTime } from '../../work/due-time';
import { hasLapse, kindText } from './report-words';

/** Reports with their deadlines; also a part of the page of a case. */
export const REPORTS: ListDefinition<'listNfiuReports'> = {
  operation: 'listNfiuReports',
  title: 'NFIU reports',
  columns: [
    {
      key: 'number',
      header: 'Report',
      cell: (row) => (
        <>
          <RecordLink to={`/nfiu-reports/${row.id}`}>{row.number}</RecordLink>
          <NarrowWhen at={row.dueAt} />
        </>
      ),
    },
    { key: 'kind', header: 'Kind', cell: kindText, isSecondary: true },
    {
      key: 'customer',
      header: 'Customer',
      cell: (row) => row.customerID && <RecordLink to={`/customers/${row.customerID}`}>{row.customerID}</RecordLink>,
    },
    { key: 'total', header: 'Total', cell: (row) => <Money amount={row.total} />, isNumber: true, isSecondary: true },
    {
      key: 'findings',
      header: 'Findings',
      cell: (row) => row.findings.length,
      isNumber: true,
      isSecondary: true,
    },
    {
      key: 'due',
      header: 'Due',
      cell: (row) => (
        <>
          <DueTime at={row.dueAt} isOverdue={row.isOverdue} /> {hasLapse(row) && <Pill status="Lapsed" tone="warn" />}
        </>
      ),
      isSecondary: true,
    },
    { key: 'state', header: 'State', cell: (row) => <Pill status={row.status} /> },
  ],
  rowKey: (row) => String(row.id),
  opens: (row) => `/nfiu-reports/${row.id}`,
  empty: 'The end of day drafts reports of currency transactions; officers prepare those of suspicion.',
};
