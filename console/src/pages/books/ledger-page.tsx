import { Link } from '@tanstack/react-router';
import { useSession } from '../../app/session';
import { type Column, DataTable } from '../../list/data-table';
import { useListSearch } from '../../list/list-page';
import { Report, type Shown } from '../../list/report';
import { recordAddress } from '../../rules/record-address';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Empty } from '../../ui/empty';
import { Facts } from '../../ui/facts';
import { Money } from '../../ui/money';
import { RecordLink } from '../../ui/record-link';
import { Day } from '../../ui/when';
import { BOOKS_FILTERS, BOOKS_LABELS } from './books-filters';
import { ChooseAccount } from './choose-account';
import { ledgerAddress } from './ledger-address';
import { Side } from './side';

type Entries = Shown<'listLedgerEntries'>;
type Entry = Entries['entries'][number];

const COLUMNS: readonly Column<Entry>[] = [
  {
    key: 'posting',
    header: 'Posting',
    cell: (row) => (
      <>
        <RecordLink to={recordAddress('posting', row.postingReferenceNumber)}>{row.postingReferenceNumber}</RecordLink>
        <span className="block text-sm text-muted md:hidden">
          <Day on={row.valueDate} />
        </span>
      </>
    ),
  },
  { key: 'day', header: 'Value date', cell: (row) => <Day on={row.valueDate} />, isSecondary: true },
  { key: 'booked', header: 'Booked', cell: (row) => <Day on={row.financialDate} />, isSecondary: true },
  { key: 'account', header: 'Account', cell: (row) => row.accountNumber, isSecondary: true },
  { key: 'narration', header: 'Narration', cell: (row) => row.narration, isSecondary: true },
  {
    key: 'debit',
    header: 'Debit',
    cell: (row) => <Money amount={row.side === 'debit' ? row.amount : null} />,
    isNumber: true,
  },
  {
    key: 'credit',
    header: 'Credit',
    cell: (row) => <Money amount={row.side === 'credit' ? row.amount : null} />,
    isNumber: true,
  },
];

/** The entries of one ledger between two days. */
export default function LedgerPage() {
  const { businessDate } = useSession().view;
  const [search] = useListSearch();
  if (!search.LedgerCode) return <ChooseLedger />;
  return (
    <Report
      of={{
        operation: 'listLedgerEntries',
        exports: 'ledger-entries',
        title: `Ledger ${search.LedgerCode}`,
        intro: 'General ledger detail, by account and in the order of booking.',
        filters: ['LedgerCode', 'StartDate', 'EndDate', ...BOOKS_FILTERS],
        labels: { ...BOOKS_LABELS, LedgerCode: 'Ledger' },
        defaults: { StartDate: `${businessDate.slice(0, 7)}-01`, EndDate: businessDate },
      }}
    >
      {(data) => <Entries data={data} />}
    </Report>
  );
}

function ChooseLedger() {
  return (
    <ChooseAccount
      title="Ledger entries"
      intro="The entries of one ledger between two days."
      heading="Choose a ledger"
      label="Code of the ledger"
      button="Show the entries"
      addressOf={ledgerAddress}
    >
      <p className="mb-0">
        Or open it from the{' '}
        <Link to="/books/ledgers" className="text-accent underline">
          chart of accounts
        </Link>
        .
      </p>
    </ChooseAccount>
  );
}

function Entries({ data }: { data: Entries }) {
  const [search, change] = useListSearch();
  return (
    <>
      <Card title={data.name}>
        <Facts
          columns={3}
          of={[
            ['Opening balance', <Side balance={data.openingBalance} />],
            ['Debits', <Money amount={data.debits} />],
            ['Credits', <Money amount={data.credits} />],
            ['Closing balance', <Side balance={data.closingBalance} />],
          ]}
        />
      </Card>
      <Card title="Entries" isFlush>
        {data.entries.length === 0 ? (
          <Empty title="No entries in these days">Choose an earlier first day.</Empty>
        ) : (
          <DataTable
            caption={`Entries of ledger ${data.code}`}
            columns={COLUMNS}
            rows={data.entries}
            rowKey={(row) => `${data.entries.indexOf(row)} ${row.postingReferenceNumber}`}
          />
        )}
        <nav
          aria-label="Pages"
          className="flex flex-wrap justify-end gap-2 border-t border-line px-3 py-2 empty:hidden"
        >
          {search.After && (
            <Button isSmall onClick={() => change({ After: '' })}>
              First entries
            </Button>
          )}
          {data.nextAfter && (
            <Button isSmall onClick={() => change({ After: data.nextAfter! })}>
              Further entries
            </Button>
          )}
        </nav>
      </Card>
    </>
  );
}
