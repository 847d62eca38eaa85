import type { Row } from '../../api/client';
import type { ListDefinition } from '../../list/list-definition';
import { ListPage } from '../../list/list-page';
import { recordAddress } from '../../rules/record-address';
import { Money } from '../../ui/money';
import { Pill } from '../../ui/pill';
import { RecordLink } from '../../ui/record-link';
import { paymentColumns } from './payment-columns';

const BILLS: ListDefinition<'listVends'> = {
  operation: 'listVends',
  title: 'Bill payments',
  intro: 'Payments to billers: electricity, airtime, television and others, newest first.',
  columns: [
    ...paymentColumns<Row<'listVends'>>((row) => ({
      kind: 'bill',
      number: row.postingReference,
      reference: row.paymentReference,
    })),
    {
      key: 'account',
      header: 'Account',
      cell: (row) => <RecordLink to={recordAddress('account', row.accountNumber)}>{row.accountNumber}</RecordLink>,
      isSecondary: true,
    },
    {
      key: 'biller',
      header: 'Biller',
      cell: (row) => (
        <>
          {row.billerName}, {row.packageName}
          <span className="block text-sm text-muted">
            {row.customerId}
            {row.customerName && `, ${row.customerName}`}
          </span>
        </>
      ),
      isSecondary: true,
    },
    { key: 'amount', header: 'Amount', cell: (row) => <Money amount={row.amount} />, isNumber: true },
    { key: 'status', header: 'State', cell: (row) => <Pill status={row.vendStatus} /> },
  ],
  rowKey: (row) => row.postingReference,
  opens: (row) => recordAddress('bill', row.postingReference),
  filters: ['PaymentReference', 'AccountNumber', 'VendStatus', 'StartDate', 'EndDate'],
  labels: {
    PaymentReference: 'Reference',
    AccountNumber: 'Account',
    VendStatus: 'State',
    StartDate: 'From',
    EndDate: 'Until',
  },
  empty: 'A bill payment appears here when an API client asks for one.',
};

export default function BillsPage() {
  return <ListPage of={BILLS} />;
}
