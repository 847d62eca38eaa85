import type { ListDefinition } from '../../../list/list-definition';
import { ListPage } from '../../../list/list-page';
import { recordAddress } from '../../../rules/record-address';
import { PageHead } from '../../../ui/page-head';
import { Pill } from '../../../ui/pill';
import { RecordLink } from '../../../ui/record-link';
import { NarrowWhen, When } from '../../../ui/when';
import { Channels } from './channels';
import { RESEND } from './message-actions';
import { channelText, eventText } from './message-words';

const LIST: ListDefinition<'listMessages'> = {
  operation: 'listMessages',
  title: 'Messages',
  isPart: true,
  tabs: [
    { title: 'All', search: {} },
    { title: 'Failed', search: { Status: 'Failed' } },
    { title: 'Queued', search: { Status: 'Queued' } },
    { title: 'Sent', search: { Status: 'Sent' } },
  ],
  filters: ['Recipient', 'AccountNumber', 'Channel', 'StartDate', 'EndDate'],
  labels: { StartDate: 'From', EndDate: 'Until' },
  columns: [
    { key: 'at', header: 'Created', sort: 'createdAt', cell: (row) => <When at={row.createdAt} />, isSecondary: true },
    {
      key: 'recipient',
      header: 'To',
      cell: (row) => (
        <>
          <RecordLink to={`/messages/${row.id}`}>
            <span className="break-all">{row.recipient}</span>
          </RecordLink>
          <span className="block text-sm text-muted">{channelText(row.channel)}</span>
          <NarrowWhen at={row.createdAt} />
        </>
      ),
    },
    {
      key: 'about',
      header: 'About',
      isSecondary: true,
      cell: (row) => (
        <>
          {row.subject ?? eventText(row.event)}
          {row.accountNumber && (
            <span className="block text-sm text-muted">
              Account <RecordLink to={recordAddress('account', row.accountNumber)}>{row.accountNumber}</RecordLink>
            </span>
          )}
        </>
      ),
    },
    {
      key: 'state',
      header: 'State',
      cell: (row) => (
        <>
          <Pill status={row.status} />
          {row.failureReason && <span className="block text-sm text-muted">{row.failureReason}</span>}
        </>
      ),
    },
    { key: 'attempts', header: 'Attempts', isNumber: true, cell: (row) => row.attempts, isSecondary: true },
  ],
  rowKey: (row) => String(row.id),
  opens: (row) => `/messages/${row.id}`,
  rowActions: [RESEND],
  empty: 'A message appears here when a transfer or bill payment tells a customer, or when one is sent by hand.',
};

/** SMS and e-mails to customers, and whether they can be sent. */
export default function MessagesPage() {
  return (
    <div className="space-y-4">
      <PageHead title="Messages" intro="SMS and e-mails to customers, newest first." />
      <Channels />
      <ListPage of={LIST} />
    </div>
  );
}
