import type { ListDefinition } from '../../list/list-definition';
import { ListPage } from '../../list/list-page';
import { recordAddress } from '../../rules/record-address';
import { Money } from '../../ui/money';
import { Pill } from '../../ui/pill';
import { RecordLink } from '../../ui/record-link';
import { Day } from '../../ui/when';

const LOANS: ListDefinition<'listLoans'> = {
  operation: 'listLoans',
  title: 'Loans',
  intro: 'Loans of individuals, businesses and members of groups, latest first.',
  tabs: [
    { title: 'All', search: {} },
    { title: 'To approve', search: { LoanStatus: 'PendingApproval' } },
    { title: 'To disburse', search: { LoanStatus: 'Approved' } },
    { title: 'Running', search: { LoanStatus: 'Active' } },
    { title: 'In arrears', search: { LoanStatus: 'Delinquent' } },
    { title: 'Past maturity', search: { LoanStatus: 'Matured' } },
    { title: 'Written off', search: { LoanStatus: 'WrittenOff' } },
  ],
  filters: [
    'LoanAccountNumber',
    'CustomerID',
    'LinkedNumber',
    'LoanStatus',
    'ProductCode',
    'BranchCode',
    'AgentCode',
    'StartDate',
    'EndDate',
  ],
  labels: {
    LoanAccountNumber: 'Loan number',
    LinkedNumber: 'Linked account',
    LoanStatus: 'State',
    ProductCode: 'Product',
    BranchCode: 'Branch',
    AgentCode: 'Agent',
    StartDate: 'Started from',
    EndDate: 'Started until',
  },
  columns: [
    {
      key: 'number',
      header: 'Loan',
      cell: (row) => (
        <>
          <RecordLink to={recordAddress('loan', row.loanAccountNumber)}>{row.loanAccountNumber}</RecordLink>
          <span className="block text-sm text-muted md:hidden">{row.customerName}</span>
        </>
      ),
    },
    { key: 'borrower', header: 'Borrower', cell: (row) => row.customerName, isSecondary: true },
    { key: 'product', header: 'Product', cell: (row) => row.productName, isSecondary: true },
    { key: 'state', header: 'State', cell: (row) => <Pill status={row.loanStatus} /> },
    { key: 'start', header: 'Start', cell: (row) => <Day on={row.startDate} />, sort: 'startDate', isSecondary: true },
    {
      key: 'outstanding',
      header: 'Outstanding',
      cell: (row) => <Money amount={row.totalOutstanding} />,
      isNumber: true,
    },
    {
      key: 'overdue',
      header: 'Overdue',
      cell: (row) => (
        <>
          <Money amount={row.amountOverdue || null} />
          {row.daysPastDue > 0 && <span className="block text-sm text-muted">{row.daysPastDue} days</span>}
        </>
      ),
      isNumber: true,
      isSecondary: true,
    },
  ],
  rowKey: (row) => row.loanAccountNumber,
  opens: (row) => recordAddress('loan', row.loanAccountNumber),
  empty: 'A loan appears here when a channel or a branch asks for it.',
};

export default function LoansPage() {
  return <ListPage of={LOANS} />;
}
