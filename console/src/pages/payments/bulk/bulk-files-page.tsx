import type { ListDefinition } from '../../../list/list-definition';
import { ListPage } from '../../../list/list-page';
import { recordAddress } from '../../../rules/record-address';
import { actor } from '../../../rules/words';
import { Money } from '../../../ui/money';
import { Pill } from '../../../ui/pill';
import { RecordLink } from '../../../ui/record-link';
import { NarrowWhen, When } from '../../../ui/when';

const FILES: ListDefinition<'listBulkTransfers'> = {
  operation: 'listBulkTransfers',
  title: 'Bulk transfers',
  intro: 'Files with many transfers out of one account, newest first.',
  columns: [
    {
      key: 'reference',
      header: 'Reference',
      cell: (row) => (
        <>
          <RecordLink to={recordAddress('bulk-transfer', row.referenceNumber)}>{row.referenceNumber}</RecordLink>
          <NarrowWhen at={row.createdAt} />
        </>
      ),
    },
    { key: 'received', header: 'Received', cell: (row) => <When at={row.createdAt} />, isSecondary: true },
    { key: 'by', header: 'Sent by', cell: (row) => actor(row.maker), isSecondary: true },
    {
      key: 'account',
      header: 'From account',
      cell: (row) => <RecordLink to={recordAddress('account', row.debitAccount)}>{row.debitAccount}</RecordLink>,
      isSecondary: true,
    },
    { key: 'rows', header: 'Rows', cell: (row) => row.rowCount.toLocaleString('en-NG'), isNumber: true },
    {
      key: 'failed',
      header: 'Failed',
      cell: (row) => row.failedRows.toLocaleString('en-NG'),
      isNumber: true,
      isSecondary: true,
    },
    { key: 'amount', header: 'Amount', cell: (row) => <Money amount={row.totalAmount} />, isNumber: true },
    {
      key: 'status',
      header: 'State',
      cell: (row) => (
        <span className="flex flex-wrap gap-1">
          <Pill status={row.status} />
          {row.amlHold && row.status === 'Pending' && <Pill status="Held" text="AML hold" />}
        </span>
      ),
    },
  ],
  rowKey: (row) => String(row.id),
  opens: (row) => recordAddress('bulk-transfer', row.referenceNumber),
  tabs: [
    { title: 'All', search: {} },
    { title: 'Waiting', search: { Status: 'Pending' } },
    { title: 'Being posted', search: { Status: 'Processing' } },
  ],
  filters: ['ReferenceNumber', 'DebitAccount', 'Status', 'StartDate', 'EndDate'],
  labels: {
    ReferenceNumber: 'Reference',
    DebitAccount: 'From account',
    Status: 'State',
    StartDate: 'From',
    EndDate: 'Until',
  },
  empty: 'A file appears here when an API client sends many transfers at once.',
};

/** The files of transfers of all API clients. */
export default function BulkFilesPage() {
  return <ListPage of={FILES} />;
}
