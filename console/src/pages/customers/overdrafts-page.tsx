import type { ListDefinition } from '../../list/list-definition';
import { ListPage } from '../../list/list-page';
import { recordAddress } from '../../rules/record-address';
import { Money } from '../../ui/money';
import { Pill } from '../../ui/pill';
import { RecordLink } from '../../ui/record-link';
import { Day } from '../../ui/when';

const OVERDRAFTS: ListDefinition<'listOverdrafts'> = {
  operation: 'listOverdrafts',
  title: 'Overdrafts',
  intro: 'Limits up to which accounts may be overdrawn.',
  columns: [
    {
      key: 'account',
      header: 'Account',
      cell: (row) => <RecordLink to={recordAddress('account', row.accountNumber)}>{row.accountNumber}</RecordLink>,
    },
    { key: 'limit', header: 'Limit', cell: (row) => <Money amount={row.limit} />, isNumber: true },
    { key: 'rate', header: 'Interest a year', cell: (row) => `${row.interestRate} %`, isNumber: true },
    { key: 'from', header: 'From', cell: (row) => <Day on={row.startDate} />, isSecondary: true },
    { key: 'until', header: 'Until', cell: (row) => <Day on={row.expiryDate} />, isSecondary: true },
    {
      key: 'status',
      header: 'State',
      cell: (row) => (
        <>
          <Pill status={row.status} />
          {row.status === 'Active' && !row.isInForce && <span className="block text-sm text-muted">Not in force</span>}
        </>
      ),
    },
    { key: 'reference', header: 'Reference', cell: (row) => row.referenceNumber, isSecondary: true },
  ],
  rowKey: (row) => String(row.id),
  opens: (row) => (row.status === 'PendingApproval' && row.approvalId ? `/approvals/${row.approvalId}` : undefined),
  filters: ['AccountNumber', 'Status'],
  labels: { AccountNumber: 'Account', Status: 'State' },
  empty: 'An overdraft appears here when a limit is asked for.',
};

export default function OverdraftsPage() {
  return <ListPage of={OVERDRAFTS} />;
}
