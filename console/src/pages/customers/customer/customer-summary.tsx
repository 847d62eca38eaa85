import { type Column, DataTable } from '../../../list/data-table';
import { recordAddress } from '../../../rules/record-address';
import { Card } from '../../../ui/card';
import { Empty } from '../../../ui/empty';
import { Facts } from '../../../ui/facts';
import { Money } from '../../../ui/money';
import { RecordLink } from '../../../ui/record-link';
import { Day, NarrowWhen, When } from '../../../ui/when';
import { AccountTable } from './customer-accounts';
import type { Overview } from './customer-actions';

type Movement = NonNullable<Overview['movements']>[number];

const MOVEMENTS: readonly Column<Movement>[] = [
  { key: 'at', header: 'Booked', cell: (row) => <When at={row.at} />, isSecondary: true },
  {
    key: 'narration',
    header: 'Narration',
    cell: (row) => (
      <>
        <RecordLink to={recordAddress('posting', row.postingReferenceNumber)}>{row.narration}</RecordLink>
        <NarrowWhen at={row.at} />
      </>
    ),
  },
  {
    key: 'account',
    header: 'Account',
    cell: (row) => <RecordLink to={recordAddress('account', row.accountNumber)}>{row.accountNumber}</RecordLink>,
    isSecondary: true,
  },
  {
    key: 'amount',
    header: 'Amount',
    cell: (row) => <Money amount={row.side === 'debit' ? -row.amount : row.amount} />,
    isNumber: true,
  },
];

/** Who the customer is, what they have, and what moved last. */
export function CustomerSummary({ of }: { of: Overview }) {
  const { customer, accounts, movements } = of;
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="min-w-0 space-y-4">
        <Card title="Accounts">
          <AccountTable accounts={accounts} isShort />
        </Card>
        {movements && (
          <Card title="Latest movements">
            {movements.length === 0 ? (
              <Empty title="No movements">Nothing has moved on the accounts of this customer.</Empty>
            ) : (
              <DataTable
                caption="Latest movements"
                columns={MOVEMENTS}
                rows={movements}
                rowKey={(row) => `${row.postingReferenceNumber} ${row.accountNumber} ${row.side} ${row.amount}`}
              />
            )}
          </Card>
        )}
      </div>
      <Card title="Customer">
        <Facts
          columns={1}
          of={[
            ['Number', customer.customerID],
            ['Kind', customer.customerType],
            customer.customerType === 'Individual' && ['Date of birth', <Day on={customer.dateOfBirth} />],
            ['Telephone', customer.phoneNumber],
            ['E-mail', customer.email && <span className="break-all">{customer.email}</span>],
            ['Address', customer.address],
            customer.customerType === 'Individual' && ['BVN', customer.bvn],
            customer.customerType === 'Individual' && ['NIN', customer.nin],
            ['Branch', `${customer.branchName} (${customer.branchCode})`],
            ['Customer since', <When at={customer.customerSince} />],
          ]}
        />
      </Card>
    </div>
  );
}
