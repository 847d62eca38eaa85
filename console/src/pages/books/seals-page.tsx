import { addressOf } from '../../api/client';
import type { ListDefinition } from '../../list/list-definition';
import { ListPage } from '../../list/list-page';
import { RecordLink } from '../../ui/record-link';
import { Day, When } from '../../ui/when';

const SEALS: ListDefinition<'listLedgerSegments'> = {
  operation: 'listLedgerSegments',
  title: 'Seals of the ledger',
  intro:
    'Each closed business date has a root that stands for every row up to it. Keep roots and seals away from the database: with them, corebank verify finds a row that anybody changed.',
  columns: [
    {
      key: 'date',
      header: 'Business date',
      cell: (row) => (
        <RecordLink to={`/books/seals/${row.date}`}>
          <Day on={row.date} />
        </RecordLink>
      ),
    },
    { key: 'postings', header: 'Postings', cell: (row) => row.postings, isNumber: true },
    { key: 'entries', header: 'Entries', cell: (row) => row.entries, isNumber: true, isSecondary: true },
    { key: 'root', header: 'Root', cell: (row) => <code className="break-all">{row.root}</code>, isSecondary: true },
    { key: 'sealed', header: 'Sealed', cell: (row) => <When at={row.sealedAt} />, isSecondary: true },
    {
      key: 'seal',
      header: 'Seal',
      cell: (row) => (
        <a
          className="text-accent underline"
          href={addressOf('downloadLedgerSeal', { path: { segmentDate: row.date } })}
          download
        >
          Download
        </a>
      ),
    },
  ],
  rowKey: (row) => row.date,
  empty: 'The end of day seals the first business date when it closes.',
};

export default function SealsPage() {
  return <ListPage of={SEALS} />;
}
