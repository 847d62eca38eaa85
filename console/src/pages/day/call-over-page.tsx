import { useSession } from '../../app/session';
import type { ListDefinition } from '../../list/list-definition';
import { ListPage, useListSearch } from '../../list/list-page';
import { recordAddress } from '../../rules/record-address';
import type { SearchParams } from '../../rules/search-params';
import { actor } from '../../rules/words';
import { Money } from '../../ui/money';
import { RecordLink } from '../../ui/record-link';
import { When } from '../../ui/when';

const CALL_OVER: ListDefinition<'getCallOver'> = {
  operation: 'getCallOver',
  title: 'Call-over',
  intro:
    'One row for each leg, with maker and checker, to be called over against the vouchers. Without an account or a reference, at most 31 days.',
  filters: ['FinancialDateFrom', 'FinancialDateTo', 'StaffID', 'BranchCode', 'AccountNumber', 'ReferenceNumber'],
  labels: {
    FinancialDateFrom: 'From',
    FinancialDateTo: 'Until',
    StaffID: 'Maker or checker',
    BranchCode: 'Branch',
    ReferenceNumber: 'Reference',
  },
  columns: [
    {
      key: 'when',
      header: 'Posted',
      cell: (row) => <When at={row.transactionDate} />,
      sort: 'transactionDate',
      isSecondary: true,
    },
    {
      key: 'account',
      header: 'Account',
      cell: (row) => (
        <>
          <RecordLink to={/^\d{10}$/.test(row.accountNumber) ? recordAddress('account', row.accountNumber) : undefined}>
            {row.accountNumber}
          </RecordLink>
          <span className="block text-sm text-muted">{row.accountName}</span>
        </>
      ),
    },
    {
      key: 'posting',
      header: 'Posting',
      cell: (row) => (
        <>
          <RecordLink to={recordAddress('posting', row.postingReferenceNumber)}>
            {row.postingReferenceNumber}
          </RecordLink>
          <span className="block max-w-64 truncate text-sm text-muted">{row.narration}</span>
        </>
      ),
      isSecondary: true,
    },
    { key: 'maker', header: 'Maker', cell: (row) => actor(row.initiatedBy), isSecondary: true },
    { key: 'checker', header: 'Checker', cell: (row) => actor(row.approvedBy), isSecondary: true },
    { key: 'debit', header: 'Debit', cell: (row) => <Money amount={row.debit || null} />, isNumber: true },
    { key: 'credit', header: 'Credit', cell: (row) => <Money amount={row.credit || null} />, isNumber: true },
  ],
  rowKey: (row) => String(row.transactionID),
  empty: 'Nothing has been posted in these days.',
};

/** The postings of a day, leg by leg, for the control by another person. */
export default function CallOverPage() {
  const { businessDate } = useSession().view;
  const [search] = useListSearch();
  // A reference is found on any date.
  const defaults: SearchParams = search.ReferenceNumber
    ? {}
    : { FinancialDateFrom: businessDate, FinancialDateTo: businessDate };
  return <ListPage of={{ ...CALL_OVER, defaults }} />;
}
