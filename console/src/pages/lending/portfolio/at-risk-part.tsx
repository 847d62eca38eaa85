import type { Answer } from '../../../api/client';
import { type Column, DataTable } from '../../../list/data-table';
import { Report } from '../../../list/report';
import { TotalsRow } from '../../../list/totals-row';
import { day } from '../../../rules/dates';
import { naira } from '../../../rules/naira';
import { plural } from '../../../rules/words';
import { type Bar, Bars } from '../../../ui/bars';
import { Card } from '../../../ui/card';
import { Empty } from '../../../ui/empty';
import { Money } from '../../../ui/money';
import { useLastClosedDay } from './closed-day';

type AtRisk = Answer<'getPortfolioAtRisk'>;
type Group = AtRisk['data'][number];

const COLUMNS: readonly Column<Group>[] = [
  { key: 'name', header: 'Group', cell: (row) => row.name ?? row.code ?? 'Without' },
  { key: 'loans', header: 'Loans', cell: (row) => row.loans, isNumber: true, isSecondary: true },
  { key: 'principal', header: 'Principal', cell: (row) => <Money amount={row.outstandingPrincipal} />, isNumber: true },
  {
    key: 'par1',
    header: '1 day or more',
    cell: (row) => <Money amount={row.atRisk1} />,
    isNumber: true,
    isSecondary: true,
  },
  {
    key: 'par30',
    header: 'Over 30',
    cell: (row) => <Money amount={row.atRisk30} />,
    isNumber: true,
    isSecondary: true,
  },
  {
    key: 'par90',
    header: 'Over 90',
    cell: (row) => <Money amount={row.atRisk90} />,
    isNumber: true,
    isSecondary: true,
  },
  { key: 'ratio30', header: 'At risk 30', cell: (row) => `${row.ratio30} %`, isNumber: true },
  { key: 'ratio90', header: 'At risk 90', cell: (row) => `${row.ratio90} %`, isNumber: true, isSecondary: true },
];

/** Principal by days past due. */
export function AtRiskPart() {
  return (
    <Report
      of={{
        operation: 'getPortfolioAtRisk',
        title: 'Portfolio at risk',
        isPart: true,
        intro: 'All the principal of a loan counts as at risk once an instalment is past due.',
        filters: ['Date', 'GroupBy'],
        labels: { Date: 'At the end of', GroupBy: 'By' },
        defaults: { Date: useLastClosedDay() },
      }}
    >
      {(data) => (
        <>
          <Card title={`Principal by days past due on ${day(data.date)}`}>
            <Bars title="Days past due, principal, loans" bars={data.totals.ageing.map(barOf)} />
          </Card>
          <Card title="Groups" isFlush>
            <Groups data={data} />
          </Card>
        </>
      )}
    </Report>
  );
}

function barOf({ band, loans, outstandingPrincipal }: AtRisk['totals']['ageing'][number]): Bar {
  const from = Number.parseInt(band, 10);
  return {
    name: from === 0 ? 'Not past due' : `${band} days`,
    size: outstandingPrincipal,
    figure: `${naira(outstandingPrincipal)}, ${plural(loans, 'loan')}`,
    tone: from === 0 ? 'good' : from <= 31 ? 'warn' : 'danger',
  };
}

function Groups({ data }: { data: AtRisk }) {
  const { totals } = data;
  if (data.data.length === 0) return <Empty title="No loans ran on that day" />;
  return (
    <DataTable
      caption="Portfolio at risk by group"
      columns={COLUMNS}
      rows={data.data}
      rowKey={(row) => row.code ?? ''}
      foot={
        <TotalsRow
          columns={COLUMNS}
          title="All"
          cells={Object.fromEntries(COLUMNS.map((column) => [column.key, column.cell(totals)]))}
        />
      }
    />
  );
}
