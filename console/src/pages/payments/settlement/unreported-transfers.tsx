import { useSession } from '../../../app/session';
import type { ListDefinition } from '../../../list/list-definition';
import { listAddress, ListPage, useListSearch } from '../../../list/list-page';
import { Tabs } from '../../../list/tabs';
import { plusDays } from '../../../rules/dates';
import { plural } from '../../../rules/words';
import { Money } from '../../../ui/money';
import { Pill } from '../../../ui/pill';
import { RecordLink } from '../../../ui/record-link';
import { When } from '../../../ui/when';

const UNREPORTED: ListDefinition<'listUnreportedTransfers'> = {
  operation: 'listUnreportedTransfers',
  title: 'Unreported transfers',
  isPart: true,
  columns: [
    { key: 'at', header: 'Asked', cell: (row) => <When at={row.transactionDate} /> },
    {
      key: 'reference',
      header: 'Reference',
      cell: (row) => (
        <>
          {row.transactionReference ? (
            <RecordLink to={listAddress('/payments/transfers', { TransactionReference: row.transactionReference })}>
              <span className="break-all">{row.transactionReference}</span>
            </RecordLink>
          ) : (
            '–'
          )}
          <span className="block text-sm break-all text-muted max-md:hidden">Session {row.sessionID}</span>
        </>
      ),
    },
    { key: 'age', header: 'Age', cell: (row) => plural(row.ageDays, 'day'), isNumber: true, isSecondary: true },
    { key: 'amount', header: 'Amount', cell: (row) => <Money amount={row.amount} />, isNumber: true },
    { key: 'status', header: 'State', cell: (row) => <Pill status={row.status} /> },
  ],
  rowKey: (row) => `${row.direction} ${row.id}`,
  filters: ['StartDate', 'EndDate', 'TransferDirection', 'Provider'],
  needs: ['StartDate', 'EndDate'],
  labels: { StartDate: 'From', EndDate: 'Until', TransferDirection: 'Way' },
  empty: 'A period of at most seven days. The list has the transfers that no report of a provider names.',
};

const WEEK = 7;

/** The other side of the reports: transfers of ours that no provider has reported. */
export function UnreportedTransfers() {
  const { view } = useSession();
  const [search] = useListSearch();
  const week = (title: string, ago: number) => ({
    title,
    search: {
      tab: 'unreported',
      StartDate: plusDays(view.businessDate, 1 - WEEK * (ago + 1)),
      EndDate: plusDays(view.businessDate, -WEEK * ago),
    },
  });
  return (
    <div className="space-y-4">
      <Tabs tabs={[week('Last 7 days', 0), week('7 days before', 1)]} search={search} />
      <ListPage of={UNREPORTED} />
    </div>
  );
}
