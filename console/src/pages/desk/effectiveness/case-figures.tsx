import { useSession } from '../../../app/session';
import { Report } from '../../../list/report';
import { count } from '../../../rules/naira';
import { label } from '../../../rules/words';
import { Bars } from '../../../ui/bars';
import { Card } from '../../../ui/card';
import { Empty } from '../../../ui/empty';
import { Facts } from '../../../ui/facts';
import { type AmlCase, outcomeText } from '../cases/case-words';

/** Volume, age and outcome of cases in a period. */
export function CaseFigures() {
  const { businessDate } = useSession().view;
  return (
    <Report
      of={{
        operation: 'getAmlCaseSummary',
        title: 'Cases',
        isPart: true,
        filters: ['From', 'To'],
        defaults: { From: `${businessDate.slice(0, 7)}-01`, To: businessDate },
      }}
    >
      {(data) => (
        <>
          <Card title="Figures">
            <Facts
              columns={3}
              of={[
                ['Opened', count(data.opened)],
                ['Closed', count(data.closed)],
                ['Median hours to close', data.medianHoursToClose?.toLocaleString('en-NG')],
                ['Second looks', count(data.reviewed)],
                ['Second looks that disagree', count(data.disagreed)],
              ]}
            />
          </Card>
          <div className="grid gap-4 lg:grid-cols-2">
            <Card title="Outcomes">
              {data.outcomes.length === 0 ? (
                <Empty title="No case was closed">Choose another period.</Empty>
              ) : (
                <Bars
                  title="Cases closed in the period"
                  bars={data.outcomes.map(barOf((name) => outcomeText(name as AmlCase['outcome'])))}
                />
              )}
            </Card>
            <Card title="Age of open cases">
              {data.ageing.length === 0 ? (
                <Empty title="No open cases">All cases are closed.</Empty>
              ) : (
                <Bars title="Cases that are not closed" bars={data.ageing.map(barOf(label))} />
              )}
            </Card>
          </div>
        </>
      )}
    </Report>
  );
}

const barOf =
  (text: (name: string) => string) =>
  ({ name, count: size }: { name: string; count: number }) => ({ name: text(name), size, figure: count(size) });
