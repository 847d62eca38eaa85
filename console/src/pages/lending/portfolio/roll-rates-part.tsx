import type { Answer } from '../../../api/client';
import { Report } from '../../../list/report';
import { naira } from '../../../rules/naira';
import { plural } from '../../../rules/words';
import { type Bar, Bars } from '../../../ui/bars';
import { Card } from '../../../ui/card';
import { Empty } from '../../../ui/empty';
import { endOfMonthBefore, useLastClosedDay } from './closed-day';

type Roll = Answer<'getRollRates'>['data'][number];

const BANDS: Record<string, string> = { '0': 'Not past due' };
const nameOf = (band: string): string => BANDS[band] ?? (/^\d/.test(band) ? `${band} days` : band);
const startOf = (band: string): number => Number.parseInt(band, 10) || 0;

function barOf({ from, to, loans, outstandingPrincipal, rate }: Roll): Bar {
  const isWorse = /^\d/.test(to) ? startOf(to) > startOf(from) : /written/i.test(to);
  return {
    name: nameOf(to),
    size: rate,
    figure: `${rate} %, ${naira(outstandingPrincipal)}, ${plural(loans, 'loan')}`,
    tone: isWorse ? 'danger' : 'good',
  };
}

/** Where the principal of each band of days past due is at a later day. */
export function RollRatesPart() {
  const last = useLastClosedDay();
  return (
    <Report
      of={{
        operation: 'getRollRates',
        title: 'Roll rates',
        isPart: true,
        intro: 'For each band of days past due at the first day: the part of its principal in each band at the second.',
        filters: ['StartDate', 'EndDate'],
        labels: { StartDate: 'At the end of', EndDate: 'And at the end of' },
        defaults: { StartDate: endOfMonthBefore(last), EndDate: last },
      }}
    >
      {({ data }) => {
        const bands = [...new Set(data.map(({ from }) => from))];
        if (bands.length === 0) return <Empty title="No loans ran on both days" />;
        return (
          <div className="grid items-start gap-4 lg:grid-cols-2">
            {bands.map((band) => (
              <Card key={band} title={nameOf(band)}>
                <Bars
                  title="Where it is then: part, principal, loans"
                  bars={data.filter(({ from }) => from === band).map(barOf)}
                />
              </Card>
            ))}
          </div>
        );
      }}
    </Report>
  );
}
