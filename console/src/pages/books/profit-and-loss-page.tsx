import { useSession } from '../../app/session';
import { Report } from '../../list/report';
import { day } from '../../rules/dates';
import { Card } from '../../ui/card';
import { BOOKS_FILTERS, BOOKS_LABELS } from './books-filters';
import { StatementTable } from './statement-table';

/** Income and expenses of a period, and of the same days a month and a year earlier. */
export default function ProfitAndLossPage() {
  const { businessDate } = useSession().view;
  return (
    <Report
      of={{
        operation: 'getProfitAndLoss',
        title: 'Profit and loss',
        intro: 'Beside it the same days a month earlier and a year earlier. The closing of a year does not change it.',
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
            headings={['Period', 'A month earlier', 'A year earlier']}
            parts={[
              {
                title: 'Income',
                lines: data.lines.filter(({ category }) => category === 'Income'),
                total: data.totalIncome,
                totalTitle: 'Income in all',
              },
              {
                title: 'Expenses',
                lines: data.lines.filter(({ category }) => category === 'Expense'),
                total: data.totalExpenses,
                totalTitle: 'Expenses in all',
              },
            ]}
            results={[[data.result.amount < 0 ? 'Loss' : 'Profit', data.result]]}
          />
        </Card>
      )}
    </Report>
  );
}
