import type { ListDefinition } from '../../../list/list-definition';
import { ListPage } from '../../../list/list-page';
import { label } from '../../../rules/words';
import { Money } from '../../../ui/money';
import { Pill } from '../../../ui/pill';
import { RecordLink } from '../../../ui/record-link';
import { Day } from '../../../ui/when';

const POSTINGS: ListDefinition<'listPostings'> = {
  operation: 'listPostings',
  exports: 'postings',
  title: 'Postings',
  intro:
    'Every movement of the books, whoever asked for it. An amount is searched within 31 days, and so is a control ledger.',
  columns: [
    {
      key: 'number',
      header: 'Posting',
      cell: (row) => (
        <RecordLink to={`/postings/${row.postingReferenceNumber}`}>{row.postingReferenceNumber}</RecordLink>
      ),
    },
    { key: 'date', header: 'Business date', cell: (row) => <Day on={row.businessDate} /> },
    { key: 'value', header: 'Value date', isSecondary: true, cell: (row) => <Day on={row.valueDate} /> },
    { key: 'kind', header: 'Kind', cell: (row) => label(row.kind) },
    { key: 'narration', header: 'Narration', isSecondary: true, cell: (row) => row.narration },
    { key: 'amount', header: 'Amount', isNumber: true, cell: (row) => <Money amount={row.amount} /> },
    { key: 'status', header: 'State', cell: (row) => <Pill status={row.status} /> },
  ],
  rowKey: (row) => row.postingReferenceNumber,
  opens: (row) => `/postings/${row.postingReferenceNumber}`,
  filters: ['Reference', 'AccountNumber', 'From', 'To', 'LedgerCode', 'MinAmount', 'MaxAmount'],
  empty: 'Postings appear when money moves.',
};

export default function PostingsPage() {
  return <ListPage of={POSTINGS} />;
}
