import { type Column, DataTable } from '../../../list/data-table';
import { listAddress } from '../../../list/list-page';
import { recordAddress } from '../../../rules/record-address';
import { Card } from '../../../ui/card';
import { Empty } from '../../../ui/empty';
import { Money } from '../../../ui/money';
import { Pill } from '../../../ui/pill';
import { RecordLink } from '../../../ui/record-link';
import { Day } from '../../../ui/when';
import type { Overview } from './customer-actions';

type Loan = NonNullable<Overview['loans']>[number];
type Deposit = NonNullable<Overview['deposits']>[number];

const LOANS: readonly Column<Loan>[] = [
  {
    key: 'number',
    header: 'Loan',
    cell: (row) => <RecordLink to={recordAddress('loan', row.id)}>{row.loanAccountNumber}</RecordLink>,
  },
  { key: 'status', header: 'State', cell: (row) => <Pill status={row.loanStatus} /> },
  {
    key: 'principal',
    header: 'Principal',
    cell: (row) => <Money amount={row.principal} />,
    isNumber: true,
    isSecondary: true,
  },
  { key: 'outstanding', header: 'Outstanding', cell: (row) => <Money amount={row.outstanding} />, isNumber: true },
  {
    key: 'overdue',
    header: 'Overdue',
    cell: (row) => (row.overdue === 0 ? '–' : <Money amount={row.overdue} />),
    isNumber: true,
  },
  {
    key: 'days',
    header: 'Days past due',
    cell: (row) => (row.daysPastDue === 0 ? '–' : row.daysPastDue),
    isNumber: true,
    isSecondary: true,
  },
  { key: 'due', header: 'Next due', cell: (row) => <Day on={row.nextDueDate} />, isSecondary: true },
];

const DEPOSITS: readonly Column<Deposit>[] = [
  { key: 'number', header: 'Deposit', cell: (row) => row.accountNumber },
  { key: 'status', header: 'State', cell: (row) => <Pill status={row.status} /> },
  { key: 'principal', header: 'Principal', cell: (row) => <Money amount={row.principal} />, isNumber: true },
  {
    key: 'rate',
    header: 'Interest a year',
    cell: (row) => `${row.interestRate} %`,
    isNumber: true,
    isSecondary: true,
  },
  { key: 'maturity', header: 'Matures', cell: (row) => <Day on={row.maturityDate} /> },
];

export function LendingOfCustomer({ of: { customer, loans, deposits } }: { of: Overview }) {
  const filter = { CustomerID: customer.customerID };
  if (!loans && !deposits) return <Empty title="Not shown">You may not see loans and deposits.</Empty>;
  return (
    <div className="space-y-4">
      {loans && (
        <Card title="Loans" actions={<RecordLink to={listAddress('/loans', filter)}>Open as a list</RecordLink>}>
          {loans.length === 0 ? (
            <Empty title="No loans">This customer has not asked for a loan.</Empty>
          ) : (
            <DataTable caption="Loans" columns={LOANS} rows={loans} rowKey={(row) => String(row.id)} />
          )}
        </Card>
      )}
      {deposits && (
        <Card
          title="Fixed deposits"
          actions={<RecordLink to={listAddress('/fixed-deposits', filter)}>Open as a list</RecordLink>}
        >
          {deposits.length === 0 ? (
            <Empty title="No fixed deposits">This customer has not placed a deposit.</Empty>
          ) : (
            <DataTable
              caption="Fixed deposits"
              columns={DEPOSITS}
              rows={deposits}
              rowKey={(row) => `${row.accountNumber} ${row.maturityDate}`}
            />
          )}
        </Card>
      )}
    </div>
  );
}
