import { useSession } from '../../app/session';
import { Report } from '../../list/report';
import { day } from '../../rules/dates';
import { Card } from '../../ui/card';
import { Day } from '../../ui/when';
import { Balanced } from './balanced';
import { BOOKS_FILTERS, BOOKS_LABELS } from './books-filters';
import { StatementTable } from './statement-table';

/** Assets, liabilities and equity at the end of a day, and at two earlier ends. */
export default function BalanceSheetPage() {
  const { businessDate } = useSession().view;
  return (
    <Report
      of={{
        operation: 'getBalanceSheet',
        title: 'Balance sheet',
        intro:
          'Beside it the end of the month before and of the year before. The result of a year that is not closed is a line of equity.',
        filters: ['Date', ...BOOKS_FILTERS],
        labels: BOOKS_LABELS,
        defaults: { Date: businessDate },
        formats: ['PDF', 'Excel', 'CSV'],
      }}
    >
      {(data, query) => {
        const linesOf = (category: string) => data.lines.filter((line) => line.category === category);
        const { totalAssets, totalLiabilitiesAndEquity } = data;
        const difference = Math.round((totalAssets.amount - totalLiabilitiesAndEquity.amount) * 100) / 100;
        return (
          <Card title={`As of ${day(data.date)}`} actions={<Balanced difference={difference} />}>
            <StatementTable
              caption="Balance sheet"
              query={query}
              headings={[<Day on={data.date} />, <Day on={data.previousMonthEnd} />, <Day on={data.previousYearEnd} />]}
              parts={[
                { title: 'Assets', lines: linesOf('Asset'), total: totalAssets, totalTitle: 'Total assets' },
                {
                  title: 'Liabilities',
                  lines: linesOf('Liability'),
                  total: data.totalLiabilities,
                  totalTitle: 'Total liabilities',
                },
                { title: 'Equity', lines: linesOf('Equity'), total: data.totalEquity, totalTitle: 'Total equity' },
              ]}
              results={[['Liabilities and equity', totalLiabilitiesAndEquity]]}
            />
          </Card>
        );
      }}
    </Report>
  );
}
