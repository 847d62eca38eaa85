import { useSession } from '../../app/session';
import { Report } from '../../list/report';
import { day } from '../../rules/dates';
import { Card } from '../../ui/card';
import { Day } from '../../ui/when';
import { BOOKS_FILTERS, BOOKS_LABELS } from './books-filters';
import { StatementTable } from './statement-table';

function Days({ of }: { of: { startDate: string; endDate: string } }) {
  return (
    <>
      <Day on={of.startDate} /> to <Day on={of.endDate} />
    </>
  );
}

/** Income and expenses of a period, of the period before, and of the same days a year earlier. */
export default function ProfitAndLossPage() {
  const { businessDate } = useSession().view;
  return (
    <Report
      of={{
        operation: 'getProfitAndLoss',
        title: 'Profit and loss',
        intro:
          'Beside it the period before, of as many months, and the same days a year earlier. The closing of a year does not change it.',
        filters: ['StartDate', 'EndDate', ...BOOKS_FILTERS],
        labels: BOOKS_LABELS,
        defaults: { StartDate: `${businessDate.slice(0, 4)}-01-01`, EndDate: businessDate },
        formats: ['PDF', 'Excel', 'CSV'],
      }}
    >
      {(data, query) => (
        <Card title={`${day(data.startDate)} to ${day(data.endDate)}`}>
          <StatementTable
            caption="Profit and loss"
            query={query}
            headings={[<Days of={data} />, <Days of={data.previousPeriod} />, <Days of={data.previousYear} />]}
            parts={[
              {
                title: 'Income',
                lines: data.lines.filter(({ category }) => category === 'Income'),
                total: data.totalIncome,
                totalTitle: 'Total income',
              },
              {
                title: 'Expenses',
                lines: data.lines.filter(({ category }) => category === 'Expense'),
                total: data.totalExpenses,
                totalTitle: 'Total expenses',
              },
            ]}
            results={[[data.result.amount < 0 ? 'Loss' : 'Profit', data.result]]}
          />
        </Card>
      )}
    </Report>
  );
}
