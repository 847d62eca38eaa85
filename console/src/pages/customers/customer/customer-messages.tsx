import type { ListDefinition } from '../../../list/list-definition';
import { ListPage, useListSearch } from '../../../list/list-page';
import { Tabs } from '../../../list/tabs';
import { label } from '../../../rules/words';
import { Empty } from '../../../ui/empty';
import { Pill } from '../../../ui/pill';
import { When } from '../../../ui/when';

const MESSAGES: ListDefinition<'listMessages'> = {
  operation: 'listMessages',
  title: 'Messages',
  isPart: true,
  columns: [
    { key: 'at', header: 'Written', sort: 'createdAt', cell: (row) => <When at={row.createdAt} /> },
    { key: 'channel', header: 'By', cell: (row) => (row.channel === 'sms' ? 'SMS' : 'E-mail') },
    { key: 'recipient', header: 'To', cell: (row) => <span className="break-all">{row.recipient}</span> },
    {
      key: 'about',
      header: 'About',
      cell: (row) => row.subject ?? (row.event ? label(row.event) : '–'),
      isSecondary: true,
    },
    { key: 'status', header: 'State', cell: (row) => <Pill status={row.status} /> },
  ],
  rowKey: (row) => String(row.id),
  filters: ['Channel', 'Status', 'StartDate', 'EndDate'],
  labels: { Channel: 'By', Status: 'State', StartDate: 'From', EndDate: 'Until' },
  empty: 'A message appears here when one about this account is sent.',
};

/** Messages about one of the customer's accounts at a time. */
export function MessagesOfCustomer({ accounts }: { accounts: string[] }) {
  const [search] = useListSearch();
  const chosen = accounts.find((one) => one === search.AccountNumber) ?? accounts[0];
  if (!chosen) return <Empty title="No messages">Messages are about accounts, and this customer has none.</Empty>;
  return (
    <div className="space-y-4">
      {accounts.length > 1 && (
        <Tabs
          tabs={accounts.map((one) => ({ title: one, search: { tab: 'messages', AccountNumber: one } }))}
          search={{ ...search, AccountNumber: chosen }}
        />
      )}
      <ListPage of={{ ...MESSAGES, fixed: { AccountNumber: chosen } }} />
    </div>
  );
}
