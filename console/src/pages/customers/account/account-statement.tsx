import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Answer, read } from '../../../api/client';
import { useSession } from '../../../app/session';
import { type Column, DataTable } from '../../../list/data-table';
import { DownloadButtons } from '../../../list/download-buttons';
import { useListSearch } from '../../../list/list-page';
import { Paging } from '../../../list/paging';
import { count } from '../../../rules/naira';
import { recordAddress } from '../../../rules/record-address';
import { paramOr } from '../../../rules/search-params';
import { Card } from '../../../ui/card';
import { Empty } from '../../../ui/empty';
import { Facts } from '../../../ui/facts';
import { Money } from '../../../ui/money';
import { ProblemNotice } from '../../../ui/notice';
import { RecordLink } from '../../../ui/record-link';
import { TextField } from '../../../ui/text-field';
import { Day } from '../../../ui/when';

type Statement = Extract<Answer<'getAccountStatement'>, { openingBalance: number }>;
type Line = Statement['data'][number];
type BroughtLine = Statement['broughtOver'][number];

const FORMATS = ['PDF', 'Excel', 'CSV'];

const LINES: readonly Column<Line>[] = [
  { key: 'day', header: 'Booked', cell: (row) => <Day on={row.financialDate} /> },
  { key: 'value', header: 'Value date', cell: (row) => <Day on={row.valueDate} />, isSecondary: true },
  {
    key: 'narration',
    header: 'Narration',
    cell: (row) => <RecordLink to={recordAddress('posting', row.postingReferenceNumber)}>{row.narration}</RecordLink>,
  },
  { key: 'reference', header: 'Reference', cell: (row) => row.referenceNumber, isSecondary: true },
  { key: 'debit', header: 'Debit', cell: (row) => (row.debit ? <Money amount={row.debit} /> : ''), isNumber: true },
  { key: 'credit', header: 'Credit', cell: (row) => (row.credit ? <Money amount={row.credit} /> : ''), isNumber: true },
  { key: 'balance', header: 'Balance', cell: (row) => <Money amount={row.balance} />, isNumber: true },
];

/** Lines of the earlier system have no posting to open. */
const BROUGHT_LINES: readonly Column<BroughtLine>[] = [
  { key: 'day', header: 'Booked', cell: (row) => <Day on={row.financialDate} /> },
  { key: 'value', header: 'Value date', cell: (row) => <Day on={row.valueDate} />, isSecondary: true },
  { key: 'narration', header: 'Narration', cell: (row) => row.narration },
  { key: 'reference', header: 'Reference', cell: (row) => row.referenceNumber ?? '–', isSecondary: true },
  { key: 'debit', header: 'Debit', cell: (row) => (row.debit ? <Money amount={row.debit} /> : ''), isNumber: true },
  { key: 'credit', header: 'Credit', cell: (row) => (row.credit ? <Money amount={row.credit} /> : ''), isNumber: true },
  { key: 'balance', header: 'Balance', cell: (row) => <Money amount={row.balance} />, isNumber: true },
];

/** The statement of a period, on the screen and as a file. Without dates: the present month so far. */
export function AccountStatement({ accountNumber }: { accountNumber: string }) {
  const { view } = useSession();
  const [search, change] = useListSearch();
  const query = {
    FinancialDateFrom: paramOr(search, 'FinancialDateFrom', `${view.businessDate.slice(0, 7)}-01`),
    FinancialDateTo: paramOr(search, 'FinancialDateTo', view.businessDate),
  };
  const page = { ...query, PageSize: '50', PageNumber: paramOr(search, 'PageNumber', '1') };
  const statement = useQuery({
    queryKey: ['getAccountStatement', accountNumber, page],
    queryFn: ({ signal }) => read('getAccountStatement', { path: { accountNumber }, query: page, signal }),
    placeholderData: keepPreviousData,
  });
  const data = statement.data as Statement | undefined;
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          label="From"
          type="date"
          value={query.FinancialDateFrom}
          onChange={(value) => change({ FinancialDateFrom: value, PageNumber: '' })}
        />
        <TextField
          label="Until"
          type="date"
          value={query.FinancialDateTo}
          onChange={(value) => change({ FinancialDateTo: value, PageNumber: '' })}
        />
        <div className="ml-auto flex flex-wrap gap-2">
          <DownloadButtons operation="getAccountStatement" formats={FORMATS} path={{ accountNumber }} query={query} />
        </div>
      </div>
      <ProblemNotice problem={statement.error} retry={() => void statement.refetch()} />
      {data && <Shown statement={data} search={search} onChange={change} />}
    </div>
  );
}

interface ShownProps {
  statement: Statement;
  search: Record<string, string>;
  onChange: (change: Record<string, string>) => void;
}

function Shown({ statement, search, onChange }: ShownProps) {
  return (
    <>
      <Card title="Period">
        <Facts
          columns={3}
          of={[
            ['Opening balance', <Money amount={statement.openingBalance} />],
            ['Debits', <Money amount={statement.totalDebit} />],
            ['Credits', <Money amount={statement.totalCredit} />],
            ['Closing balance', <Money amount={statement.closingBalance} />],
            statement.broughtOverCount > 0 && ['Lines of the earlier system', count(statement.broughtOverCount)],
          ]}
        />
      </Card>
      {statement.broughtOver.length > 0 && (
        <Card title="Brought over from an earlier system" isFlush>
          <p className="m-0 px-4 py-2 text-sm text-muted">
            The balances and sums above do not count these lines. Their balances are those of the earlier system.
          </p>
          <DataTable
            caption="Lines of the earlier system"
            columns={BROUGHT_LINES}
            rows={statement.broughtOver}
            rowKey={(row) => `${row.financialDate} ${row.referenceNumber ?? ''}`}
          />
        </Card>
      )}
      <div className="rounded-lg border border-line bg-card empty:hidden">
        {statement.recordCount === 0 && <Empty title="Nothing moved in this period">Choose other dates.</Empty>}
        {statement.data.length > 0 && (
          <DataTable
            caption="Lines of the statement"
            columns={LINES}
            rows={statement.data}
            rowKey={(row) => String(row.transactionID)}
          />
        )}
        <Paging page={statement} search={search} onChange={onChange} />
      </div>
    </>
  );
}
