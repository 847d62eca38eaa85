import { useSession } from '../../../app/session';
import type { ListDefinition } from '../../../list/list-definition';
import { listAddress, ListPage } from '../../../list/list-page';
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
  empty: 'Every transfer of these days stands in a report. A period has at most seven days.',
};

const DAYS_BEFORE = 6;

/** The other side of the reports: transfers of ours that no provider has reported. At first of the last seven days. */
export function UnreportedTransfers() {
  const { view } = useSession();
  const week = { StartDate: plusDays(view.businessDate, -DAYS_BEFORE), EndDate: view.businessDate };
  return <ListPage of={{ ...UNREPORTED, defaults: week }} />;
}
