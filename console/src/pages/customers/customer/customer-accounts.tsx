import { useMay } from '../../../app/session';
import { type Column, DataTable } from '../../../list/data-table';
import { listAddress } from '../../../list/list-page';
import { recordAddress } from '../../../rules/record-address';
import { plural } from '../../../rules/words';
import { Card } from '../../../ui/card';
import { Empty } from '../../../ui/empty';
import { Money } from '../../../ui/money';
import { Pill } from '../../../ui/pill';
import { RecordLink } from '../../../ui/record-link';
import { Day } from '../../../ui/when';
import { VirtualAccountFinder } from '../virtual-account-finder';
import type { Overview } from './customer-actions';

type Account = Overview['accounts'][number];
type CustomerCard = NonNullable<Overview['cards']>[number];

const SHORT: readonly Column<Account>[] = [
  {
    key: 'number',
    header: 'Account',
    cell: (row) => (
      <>
        <RecordLink to={recordAddress('account', row.accountNumber)}>{row.accountNumber}</RecordLink>
        <span className="block text-sm text-muted">{row.productName}</span>
      </>
    ),
  },
  { key: 'status', header: 'State', cell: (row) => <Pill status={row.accountStatus} /> },
  { key: 'available', header: 'Available', cell: (row) => <Money amount={row.availableBalance} />, isNumber: true },
  {
    key: 'ledger',
    header: 'Booked',
    cell: (row) => <Money amount={row.ledgerBalance} />,
    isNumber: true,
    isSecondary: true,
  },
];

const FULL: readonly Column<Account>[] = [
  ...SHORT,
  {
    key: 'lien',
    header: 'Liens',
    cell: (row) => (row.lienAmount === 0 ? '–' : <Money amount={row.lienAmount} />),
    isNumber: true,
    isSecondary: true,
  },
  {
    key: 'overdraft',
    header: 'Overdraft limit',
    cell: (row) => (row.overdraftLimit === 0 ? '–' : <Money amount={row.overdraftLimit} />),
    isNumber: true,
    isSecondary: true,
  },
  { key: 'tier', header: 'KYC tier', cell: (row) => row.kycTier ?? '–', isNumber: true, isSecondary: true },
  { key: 'opened', header: 'Opened', cell: (row) => <Day on={row.dateOpened} />, isSecondary: true },
];

export function AccountTable({ accounts, isShort }: { accounts: Account[]; isShort?: boolean }) {
  if (accounts.length === 0) return <Empty title="No accounts">An API client opens accounts for customers.</Empty>;
  return (
    <DataTable
      caption="Accounts"
      columns={isShort ? SHORT : FULL}
      rows={accounts}
      rowKey={(row) => row.accountNumber}
    />
  );
}

export function AccountsOfCustomer({ of }: { of: Overview }) {
  const address = listAddress('/accounts', { CustomerID: of.customer.customerID });
  return (
    <Card title="Accounts" actions={<RecordLink to={address}>Open as a list</RecordLink>}>
      <AccountTable accounts={of.accounts} />
    </Card>
  );
}

const CARDS: readonly Column<CustomerCard>[] = [
  { key: 'number', header: 'Card', cell: (row) => row.maskedPan ?? `Card ${row.id}` },
  {
    key: 'account',
    header: 'Account',
    cell: (row) => <RecordLink to={recordAddress('account', row.accountNumber)}>{row.accountNumber}</RecordLink>,
  },
  { key: 'status', header: 'State', cell: (row) => <Pill status={row.status} /> },
];

export function CardsOfCustomer({ of }: { of: Overview }) {
  const may = useMay();
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      {of.cards && (
        <Card title="Cards">
          {of.cards.length === 0 ? (
            <Empty title="No cards">An API client links cards to accounts.</Empty>
          ) : (
            <DataTable caption="Cards" columns={CARDS} rows={of.cards} rowKey={(row) => String(row.id)} />
          )}
        </Card>
      )}
      <Card title="Virtual accounts">
        {of.virtualAccounts === 0 ? (
          <Empty title="No virtual accounts">Companies get virtual account numbers for their collections.</Empty>
        ) : (
          <div className="space-y-3">
            <p>
              {plural(of.virtualAccounts, 'virtual account')} for collections. Money paid to one is credited to its
              settlement account.
            </p>
            {may('getAccount') && <VirtualAccountFinder />}
          </div>
        )}
      </Card>
    </div>
  );
}
