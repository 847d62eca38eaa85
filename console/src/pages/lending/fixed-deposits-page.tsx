import type { ListDefinition } from '../../list/list-definition';
import { ListPage } from '../../list/list-page';
import { recordAddress } from '../../rules/record-address';
import { Money } from '../../ui/money';
import { Pill } from '../../ui/pill';
import { RecordLink } from '../../ui/record-link';
import { Day } from '../../ui/when';

const DEPOSITS: ListDefinition<'listFixedDeposits'> = {
  operation: 'listFixedDeposits',
  title: 'Fixed deposits',
  intro: 'One row for each term of a deposit, latest first. Channels and branches open, top up and liquidate them.',
  tabs: [
    { title: 'All', search: {} },
    { title: 'Running', search: { Status: 'Active' } },
    { title: 'To approve', search: { Status: 'PendingApproval' } },
    { title: 'Matured', search: { Status: 'Matured' } },
    { title: 'Liquidated', search: { Status: 'Liquidated' } },
  ],
  filters: ['AccountNumber', 'CustomerID', 'ContractNo', 'Status', 'ProductCode', 'MaturityDateFrom', 'MaturityDateTo'],
  labels: {
    ContractNo: 'Contract',
    Status: 'State',
    ProductCode: 'Product',
    MaturityDateFrom: 'Matures from',
    MaturityDateTo: 'Matures until',
  },
  columns: [
    {
      key: 'contract',
      header: 'Contract',
      cell: (row) => (
        <>
          <RecordLink to={recordAddress('fixed-deposit', row.contractNo)}>{row.contractNo}</RecordLink>
          <span className="block text-sm text-muted md:hidden">{row.accountName}</span>
        </>
      ),
    },
    { key: 'owner', header: 'Owner', cell: (row) => row.accountName, isSecondary: true },
    { key: 'state', header: 'State', cell: (row) => <Pill status={row.status} /> },
    { key: 'rate', header: 'Rate', cell: (row) => `${row.interestRate} %`, isNumber: true, isSecondary: true },
    { key: 'principal', header: 'Principal', cell: (row) => <Money amount={row.principalAmount} />, isNumber: true },
    { key: 'matures', header: 'Matures', cell: (row) => <Day on={row.maturityDate} />, isSecondary: true },
    {
      key: 'earned',
      header: 'Interest earned',
      cell: (row) => <Money amount={row.interestEarned} />,
      isNumber: true,
      isSecondary: true,
    },
  ],
  rowKey: (row) => row.contractNo,
  opens: (row) => recordAddress('fixed-deposit', row.contractNo),
  empty: 'A deposit appears here when a channel or a branch opens one.',
};

export default function FixedDepositsPage() {
  return <ListPage of={DEPOSITS} />;
}
