import type { ListDefinition } from '../../list/list-definition';
import { ListPage } from '../../list/list-page';
import { Money } from '../../ui/money';
import { Pill } from '../../ui/pill';
import { RecordLink } from '../../ui/record-link';
import { CREATE_TILL } from './till-actions';

const TILLS: ListDefinition<'listTills'> = {
  operation: 'listTills',
  title: 'Tills',
  intro: 'The cash of each teller. A till is a cash ledger that may not go below zero.',
  filters: ['TellerStaffID', 'BranchCode', 'AccountNumber'],
  labels: { TellerStaffID: 'Teller', BranchCode: 'Branch', AccountNumber: 'Ledger' },
  columns: [
    {
      key: 'name',
      header: 'Till',
      cell: (row) => <RecordLink to={`/tills/${row.id}`}>{row.name}</RecordLink>,
      sort: 'Name',
    },
    { key: 'ledger', header: 'Ledger', cell: (row) => row.accountNumber, sort: 'AccountNumber', isSecondary: true },
    { key: 'branch', header: 'Branch', cell: (row) => row.branchCode, isSecondary: true },
    { key: 'teller', header: 'Teller', cell: (row) => row.tellerStaffID, isSecondary: true },
    { key: 'balance', header: 'Cash', cell: (row) => <Money amount={row.balance} />, isNumber: true },
    {
      key: 'limit',
      header: 'Limit',
      cell: (row) => <Money amount={row.cashLimit} />,
      isNumber: true,
      isSecondary: true,
    },
    { key: 'state', header: 'State', cell: (row) => <Pill status={row.status} /> },
  ],
  rowKey: (row) => String(row.id),
  opens: (row) => `/tills/${row.id}`,
  actions: [CREATE_TILL],
  empty: 'Open a till for each teller who pays and takes cash.',
};

export default function TillsPage() {
  return <ListPage of={TILLS} />;
}
