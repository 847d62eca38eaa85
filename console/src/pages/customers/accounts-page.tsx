import type { ListDefinition } from '../../list/list-definition';
import { ListPage } from '../../list/list-page';
import { recordAddress } from '../../rules/record-address';
import { Money } from '../../ui/money';
import { Pill } from '../../ui/pill';
import { RecordLink } from '../../ui/record-link';
import { Day } from '../../ui/when';

const ACCOUNTS: ListDefinition<'listAccounts'> = {
  operation: 'listAccounts',
  exports: 'accounts',
  title: 'Accounts',
  intro: 'Deposit accounts of customers. The number of a virtual account finds that virtual account.',
  columns: [
    {
      key: 'number',
      header: 'Account',
      sort: 'accountNumber',
      cell: (row) => <RecordLink to={recordAddress('account', row.accountNumber)}>{row.accountNumber}</RecordLink>,
    },
    { key: 'name', header: 'Name', sort: 'accountName', cell: (row) => row.accountName },
    {
      key: 'customer',
      header: 'Customer',
      cell: (row) => <RecordLink to={recordAddress('customer', row.customerID)}>{row.customerID}</RecordLink>,
      isSecondary: true,
    },
    { key: 'product', header: 'Product', cell: (row) => row.productName, isSecondary: true },
    { key: 'status', header: 'State', cell: (row) => <Pill status={row.accountStatus} /> },
    { key: 'available', header: 'Available', cell: (row) => <Money amount={row.availableBalance} />, isNumber: true },
    {
      key: 'opened',
      header: 'Opened',
      sort: 'dateOpened',
      cell: (row) => <Day on={row.dateOpened} />,
      isSecondary: true,
    },
  ],
  rowKey: (row) => row.accountNumber,
  opens: (row) => recordAddress('account', row.accountNumber),
  filters: [
    'AccountName',
    'AccountNumber',
    'AccountStatus',
    'CustomerID',
    'PhoneNumber',
    'ProductCode',
    'BranchCode',
    'AccountOfficerStaffID',
    'DateFrom',
    'DateTo',
  ],
  labels: {
    AccountName: 'Name',
    AccountNumber: 'Account',
    AccountStatus: 'State',
    CustomerID: 'Customer',
    PhoneNumber: 'Telephone',
    ProductCode: 'Product',
    BranchCode: 'Branch',
    AccountOfficerStaffID: 'Account officer',
    DateFrom: 'Opened from',
    DateTo: 'Opened until',
  },
  empty: 'An account appears here when it is opened.',
};

export default function AccountsPage() {
  return <ListPage of={ACCOUNTS} />;
}
