import { useSession } from '../../app/session';
import { type Column, DataTable } from '../../list/data-table';
import { Report, type Shown } from '../../list/report';
import { TotalsRow } from '../../list/totals-row';
import { plural } from '../../rules/words';
import { Card } from '../../ui/card';
import { Money } from '../../ui/money';
import { PageHead } from '../../ui/page-head';
import { RecordLink } from '../../ui/record-link';
import { TabPanels } from '../../ui/tab-panels';
import { Balanced } from './balanced';
import { BOOKS_FILTERS, BOOKS_LABELS } from './books-filters';
import { ledgerAddress } from './ledger-address';
import { Side } from './side';

interface Line {
  code: string;
  name: string;
  category: string;
  debits: number;
  credits: number;
  balance: number;
  subAccounts?: number;
}

function columnsOf(query: Record<string, string>, hasAccounts: boolean): Column<Line>[] {
  const columns: Column<Line>[] = [
    {
      key: 'code',
      header: 'Code',
      cell: (row) => <RecordLink to={ledgerAddress(row.code, query)}>{row.code}</RecordLink>,
    },
    { key: 'name', header: 'Ledger', cell: (row) => row.name },
    { key: 'category', header: 'Category', cell: (row) => row.category, isSecondary: true },
    {
      key: 'debits',
      header: 'Debits',
      cell: (row) => <Money amount={row.debits || null} />,
      isNumber: true,
      isSecondary: true,
    },
    {
      key: 'credits',
      header: 'Credits',
      cell: (row) => <Money amount={row.credits || null} />,
      isNumber: true,
      isSecondary: true,
    },
    {
      key: 'balance',
      header: 'Balance',
      cell: (row) => <Side balance={row.balance} />,
      isNumber: true,
    },
  ];
  if (hasAccounts)
    columns.splice(3, 0, {
      key: 'accounts',
      header: 'Accounts',
      cell: (row) => row.subAccounts ?? '–',
      isNumber: true,
      isSecondary: true,
    });
  return columns;
}

/** Debits and credits of all ledgers: up to a day, or of this moment. */
export default function TrialBalancePage() {
  return (
    <div className="space-y-4">
      <PageHead title="Trial balance" intro="Debits and credits of all ledgers. Each line opens its entries." />
      <TabPanels
        panels={[
          { name: 'day', title: 'Up to a day', content: () => <UpToDay /> },
          { name: 'now', title: 'Of this moment', content: () => <OfThisMoment /> },
        ]}
      />
    </div>
  );
}

function UpToDay() {
  const { businessDate } = useSession().view;
  return (
    <Report
      of={{
        operation: 'getBooksTrialBalance',
        title: 'Trial balance up to a day',
        isPart: true,
        filters: ['Date', ...BOOKS_FILTERS],
        labels: { ...BOOKS_LABELS, Date: 'Up to' },
        defaults: { Date: businessDate },
        formats: ['CSV', 'Excel', 'PDF'],
      }}
    >
      {({ rows, totals }, query) => <Lines {...{ rows, totals, query }} />}
    </Report>
  );
}

function OfThisMoment() {
  const { businessDate } = useSession().view;
  return (
    <Report
      of={{
        operation: 'getTrialBalance',
        title: 'Trial balance of this moment',
        isPart: true,
        intro: 'With everything that has been posted until now, and the number of accounts of control ledgers.',
        filters: [],
        formats: ['CSV', 'Excel'],
      }}
    >
      {({ rows, totals }) => <Lines {...{ rows, totals, query: { Date: businessDate }, hasAccounts: true }} />}
    </Report>
  );
}

interface LinesProps {
  rows: readonly Line[];
  totals: Shown<'getTrialBalance'>['totals'];
  query: Record<string, string>;
  hasAccounts?: boolean;
}

function Lines({ rows, totals, query, hasAccounts = false }: LinesProps) {
  const columns = columnsOf(query, hasAccounts);
  const difference = Math.round((totals.debits - totals.credits) * 100) / 100;
  const isOfBranch = query['BranchCode'] !== undefined || query['WithoutBranch'] === 'true';
  const balanced = <Balanced {...{ difference, isOfBranch }} />;
  return (
    <Card isFlush title={plural(rows.length, 'ledger')} actions={balanced}>
      <DataTable
        caption="Trial balance"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.code}
        foot={
          <TotalsRow
            columns={columns}
            title="Totals"
            cells={{
              name: balanced,
              debits: <Money amount={totals.debits} />,
              credits: <Money amount={totals.credits} />,
            }}
          />
        }
      />
    </Card>
  );
}
