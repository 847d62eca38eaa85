import type { Answer } from '../../../api/client';
import { type Column, DataTable } from '../../../list/data-table';
import { Report } from '../../../list/report';
import { plural } from '../../../rules/words';
import { Bars } from '../../../ui/bars';
import { Card } from '../../../ui/card';
import { Empty } from '../../../ui/empty';
import { Money } from '../../../ui/money';
import { Day } from '../../../ui/when';
import { useLastClosedDay } from './closed-day';

type Vintage = Answer<'getVintages'>['data'][number];

const COLUMNS: readonly Column<Vintage>[] = [
  { key: 'month', header: 'Disbursed in', cell: (row) => row.month },
  { key: 'age', header: 'After', cell: (row) => plural(row.age, 'month') },
  { key: 'on', header: 'On', cell: (row) => <Day on={row.asOf} />, isSecondary: true },
  { key: 'loans', header: 'Loans', cell: (row) => row.loans, isNumber: true, isSecondary: true },
  {
    key: 'disbursed',
    header: 'Disbursed',
    cell: (row) => <Money amount={row.disbursed} />,
    isNumber: true,
    isSecondary: true,
  },
  {
    key: 'outstanding',
    header: 'Outstanding',
    cell: (row) => <Money amount={row.outstandingPrincipal} />,
    isNumber: true,
    isSecondary: true,
  },
  { key: 'risk', header: 'Over 30 days', cell: (row) => <Money amount={row.atRisk30 || null} />, isNumber: true },
  {
    key: 'written',
    header: 'Written off',
    cell: (row) => <Money amount={row.writtenOff || null} />,
    isNumber: true,
    isSecondary: true,
  },
  { key: 'rate', header: 'Loss', cell: (row) => `${row.lossRate} %`, isNumber: true },
];

/** The loans of each month, and their state since. */
export function VintagesPart() {
  return (
    <Report
      of={{
        operation: 'getVintages',
        title: 'Vintages',
        isPart: true,
        intro: 'The loans of each of the last 24 months, at the end of every month since.',
        filters: ['Date'],
        labels: { Date: 'At the end of' },
        defaults: { Date: useLastClosedDay() },
      }}
    >
      {({ data }) =>
        data.length === 0 ? (
          <Empty title="No loans were paid out in these months" />
        ) : (
          <>
            <Card title="Losses of each month so far">
              <Bars
                title="Month of disbursement, part that was lost"
                bars={latestOf(data).map(({ month, lossRate }) => ({
                  name: month,
                  size: lossRate,
                  figure: `${lossRate} %`,
                  tone: 'danger',
                }))}
              />
            </Card>
            <Card title="Month by month" isFlush>
              <DataTable
                caption="Vintages month by month"
                columns={COLUMNS}
                rows={data}
                rowKey={(row) => `${row.month} ${row.age}`}
              />
            </Card>
          </>
        )
      }
    </Report>
  );
}

/** The oldest age of each month. */
function latestOf(data: readonly Vintage[]): Vintage[] {
  return [...new Map([...data].sort((a, b) => a.age - b.age).map((row) => [row.month, row])).values()].sort((a, b) =>
    a.month.localeCompare(b.month),
  );
}
