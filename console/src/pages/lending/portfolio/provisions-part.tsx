import type { ListDefinition } from '../../../list/list-definition';
import { ListPage } from '../../../list/list-page';
import { recordAddress } from '../../../rules/record-address';
import { Money } from '../../../ui/money';
import { Pill } from '../../../ui/pill';
import { RecordLink } from '../../../ui/record-link';
import { Day } from '../../../ui/when';
import { useLastClosedDay } from './closed-day';

const PROVISIONS: ListDefinition<'listLoanProvisions'> = {
  operation: 'listLoanProvisions',
  title: 'Provisions',
  isPart: true,
  filters: ['Date', 'LoanAccountNumber', 'Classification', 'BranchCode', 'ProductCode'],
  labels: {
    Date: 'At the end of',
    LoanAccountNumber: 'Loan number',
    Classification: 'Class',
    BranchCode: 'Branch',
    ProductCode: 'Product',
  },
  columns: [
    {
      key: 'loan',
      header: 'Loan',
      cell: (row) => <RecordLink to={recordAddress('loan', row.loanAccountNumber)}>{row.loanAccountNumber}</RecordLink>,
    },
    { key: 'class', header: 'Class', cell: (row) => <Pill status={row.classification} /> },
    { key: 'stage', header: 'Stage', cell: (row) => row.stage, isSecondary: true },
    { key: 'days', header: 'Days past due', cell: (row) => row.daysPastDue, isNumber: true, isSecondary: true },
    { key: 'exposure', header: 'Exposure', cell: (row) => <Money amount={row.exposure} />, isNumber: true },
    {
      key: 'prudential',
      header: 'Prudential',
      cell: (row) => <Money amount={row.prudentialProvision} />,
      isNumber: true,
      isSecondary: true,
    },
    {
      key: 'expected',
      header: 'Expected loss',
      cell: (row) => <Money amount={row.expectedLoss} />,
      isNumber: true,
      isSecondary: true,
    },
    { key: 'allowance', header: 'Allowance', cell: (row) => <Money amount={row.allowance} />, isNumber: true },
    { key: 'since', header: 'Since', cell: (row) => <Day on={row.since} />, isSecondary: true },
  ],
  rowKey: (row) => row.loanAccountNumber,
  opens: (row) => recordAddress('loan', row.loanAccountNumber),
  empty: 'The end of day writes class, stage and provisions of every running loan.',
};

/** Class, stage and provisions of every loan at the end of a day. */
export function ProvisionsPart() {
  return <ListPage of={{ ...PROVISIONS, defaults: { Date: useLastClosedDay() } }} />;
}
