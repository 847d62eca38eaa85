import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type Answer, read } from '../../api/client';
import { age, plusDays } from '../../rules/dates';
import { boundedCount, count } from '../../rules/naira';
import { stringifySearch } from '../../rules/search-params';
import { label, plural } from '../../rules/words';
import { Money } from '../../ui/money';
import { Day } from '../../ui/when';

type Dashboard = Answer<'getDashboard'>;

/** The figures are sums over many rows: they are read again each minute, not with each event. */
const REFRESH_MS = 60_000;

interface Figure {
  title: string;
  to: string;
  value: ReactNode;
  note?: ReactNode;
}

/** The institution in figures, as far as this person may see them. */
export function Figures() {
  const { data } = useQuery({
    queryKey: ['getDashboard'],
    queryFn: ({ signal }) => read('getDashboard', { isBackground: true, signal }),
    refetchInterval: REFRESH_MS,
    staleTime: REFRESH_MS,
  });
  const figures = data ? figuresOf(data) : [];
  if (figures.length === 0) return null;
  return (
    <section aria-labelledby="figures">
      <h2 id="figures" className="mt-0 mb-2 text-base font-semibold">
        The institution
      </h2>
      <ul className="m-0 grid list-none gap-3 p-0 sm:grid-cols-2 xl:grid-cols-4">
        {figures.map(({ title, to, value, note }) => (
          <li key={title}>
            <Link to={to} className="block h-full rounded-lg border border-line bg-card p-3 hover:border-accent">
              <span className="block text-sm text-muted">{title}</span>
              <span className="block text-xl font-semibold">{value}</span>
              {note && <span className="block text-sm text-muted">{note}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The sum of rows, of which only the first were read where there are very many. */
function Sum({ of: { amount, isAtLeast } }: { of: { amount: number; isAtLeast: boolean } }) {
  return (
    <>
      {isAtLeast && 'over '}
      <Money amount={amount} />
    </>
  );
}

function figuresOf(dashboard: Dashboard): Figure[] {
  return [...moneyFigures(dashboard), ...lendingFigures(dashboard), ...workFigures(dashboard)];
}

function moneyFigures({ businessDate, movementsToday, depositsMaturing }: Dashboard): Figure[] {
  const largest = movementsToday?.byKind[0];
  return [
    ...(movementsToday
      ? [
          {
            title: 'Posted today',
            to: `/postings${stringifySearch({ From: businessDate })}`,
            value: <Sum of={movementsToday} />,
            note: `${plural(movementsToday.count, 'movement')}${largest ? `, most: ${label(largest.kind).toLowerCase()}` : ''}`,
          },
        ]
      : []),
    ...(depositsMaturing
      ? [
          {
            title: 'Deposits that mature in 7 days',
            to: `/fixed-deposits${stringifySearch({
              Status: 'Active',
              MaturityDateFrom: businessDate,
              MaturityDateTo: plusDays(businessDate, 7),
            })}`,
            value: <Sum of={depositsMaturing} />,
            note: plural(depositsMaturing.count, 'deposit'),
          },
        ]
      : []),
  ];
}

function lendingFigures({ loans }: Dashboard): Figure[] {
  if (!loans) return [];
  const { dueToday, portfolio } = loans;
  const due = {
    title: 'Instalments due today, unpaid',
    to: '/loans',
    value: <Sum of={dueToday} />,
    note: plural(dueToday.count, 'instalment'),
  };
  if (!portfolio) return [due];
  return [
    due,
    {
      title: 'Loans outstanding',
      to: '/portfolio',
      value: <Money amount={portfolio.outstanding} />,
      note: (
        <>
          {plural(portfolio.loans, 'loan')} on <Day on={portfolio.asOf} />
        </>
      ),
    },
    {
      title: 'At risk, over 30 days',
      to: '/portfolio',
      value: `${portfolio.ratio30} %`,
      note: <Money amount={portfolio.atRisk30} />,
    },
  ];
}

function workFigures({ holds, approvals, payouts, webhooks, screening }: Dashboard): Figure[] {
  const open = payouts?.reduce((sum, payout) => sum + payout.count, 0);
  const oldest = payouts
    ?.map(({ oldestAt }) => oldestAt)
    .filter((at) => at !== null)
    .sort()[0];
  const late = (title: string, to: string, cases: Dashboard['holds']): Figure[] =>
    cases
      ? [{ title, to, value: boundedCount(cases.overdue), note: `${boundedCount(cases.unassigned)} taken by nobody` }]
      : [];
  return [
    ...late('Holds past their time', '/aml/holds?Status=Held&Overdue=true', holds),
    ...late('Approvals past their time', '/approvals?Status=Pending&Overdue=true', approvals),
    ...(open === undefined
      ? []
      : [
          {
            title: 'Payments on the way',
            to: '/payments/transfers',
            value: boundedCount(open),
            note: oldest && `Oldest: ${age(oldest, Date.now())}`,
          },
        ]),
    ...(webhooks
      ? [
          {
            title: 'Events not yet delivered',
            to: '/admin/webhooks',
            value: boundedCount(webhooks.waiting),
            note: webhooks.pausedEndpoints > 0 ? `${count(webhooks.pausedEndpoints)} paused` : undefined,
          },
        ]
      : []),
    ...(screening
      ? [
          {
            title: 'Screening',
            to: '/aml/rules',
            value: screening.enabled ? 'On' : 'Off',
            note: plural(screening.activeRules, 'rule'),
          },
        ]
      : []),
  ];
}
