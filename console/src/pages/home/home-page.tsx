import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMay, useSession } from '../../app/session';
import { useWork, type Work } from '../../app/work';
import { age, day } from '../../rules/dates';
import { boundedCount } from '../../rules/naira';
import { stringifySearch } from '../../rules/search-params';
import { label } from '../../rules/words';
import { Card } from '../../ui/card';
import { Empty } from '../../ui/empty';
import { Money } from '../../ui/money';
import { PageHead } from '../../ui/page-head';
import { Pill } from '../../ui/pill';
import { Figures } from './figures';

interface Queue {
  title: string;
  to: string;
  count: number;
  note?: ReactNode;
}

/** The work that waits for this person, and the state of the day. */
export default function HomePage() {
  const { view } = useSession();
  const work = useWork();
  const may = useMay();
  const queues = work ? queuesOf(work, may) : [];
  const waiting = queues.filter(({ count }) => count > 0);
  return (
    <div className="space-y-6">
      <PageHead
        title={`Good to see you, ${view.name.split(' ')[0]}`}
        beside={<span className="text-sm text-muted">{`${view.branchName} · ${view.roles.join(', ')}`}</span>}
        intro="The work that waits for you, with counts of this moment, and how the institution stands."
      />
      <div className="grid items-start gap-6 xl:grid-cols-[2fr_1fr]">
        <section aria-labelledby="your-work">
          <h2 id="your-work" className="mt-0 mb-2 text-base font-semibold">
            Your work
          </h2>
          {work && waiting.length === 0 && (
            <div className="rounded-lg border border-line bg-card">
              <Empty title="Nothing waits for you">New work appears here by itself.</Empty>
            </div>
          )}
          <ul className="m-0 grid list-none gap-3 p-0 sm:grid-cols-2">
            {waiting.map((queue) => (
              <li key={queue.to}>
                <Link
                  to={queue.to}
                  className="flex h-full items-start gap-4 rounded-lg border border-line bg-card p-4 hover:border-accent"
                >
                  <span className="min-w-12 text-3xl leading-none font-semibold text-accent">
                    {boundedCount(queue.count)}
                  </span>
                  <span>
                    <span className="block font-semibold">{queue.title}</span>
                    <span className="text-sm text-muted">{queue.note}</span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
        <div className="space-y-4">
          <DayCard work={work} />
          {work && <OwnCard work={work} staffID={view.staffID} />}
        </div>
      </div>
      <Figures />
    </div>
  );
}

function oldest(at: string | null | undefined): string | undefined {
  return at ? `Oldest: ${age(at, Date.now())}` : undefined;
}

/**
 * The queues of a person. Those that they may not see are null in the answer; holds and loans that they may see but not
 * decide are no work of theirs.
 */
function queuesOf(work: Work, may: ReturnType<typeof useMay>): Queue[] {
  const queue = (title: string, to: string, count: number | null | undefined, note?: ReactNode): Queue[] =>
    count === null || count === undefined ? [] : [{ title, to, count, note }];
  const { amlHolds, approvals } = work;
  return [
    ...(may('approveAmlHold')
      ? queue('AML holds to decide', '/aml/holds/next?Status=Held', amlHolds?.open, oldest(amlHolds?.oldestAt))
      : []),
    ...queue(
      'Approvals for you',
      '/approvals/next?DecidableByMe=true&Status=Pending',
      approvals?.decidable,
      <>
        {oldest(approvals?.oldestAt)}
        {!!approvals?.largestAmount && (
          <>
            , largest <Money amount={approvals.largestAmount} />
          </>
        )}
      </>,
    ),
    ...queue('Transfers without a final answer', '/payments/attention', work.transfersUnresolved),
    ...queue('Bills without a final answer', '/payments/attention?tab=bills', work.billsUnresolved),
    ...queue('Inward credits in suspense', '/payments/inward?Status=InSuspense', work.inwardInSuspense),
    ...queue('Settlement lines to match', '/payments/settlement', work.settlementUnmatched),
    ...(may('approveLoan')
      ? queue(
          'Loans that wait for a decision',
          `/loans${stringifySearch({ LoanStatus: 'PendingApproval' })}`,
          work.loansWaiting,
        )
      : []),
    ...queue('Forced card transactions', '/cards/transactions', work.forcedCardItems),
    ...queue('Exceptions of the end of day', '/end-of-day', work.endOfDay?.openExceptions),
    ...queue('Messages that failed', `/messages${stringifySearch({ Status: 'Failed' })}`, work.messagesFailed),
    ...queue('Jobs that gave up', '/system/dead-letters', work.deadLetters),
  ];
}

function DayCard({ work }: { work: Work | undefined }) {
  const { view } = useSession();
  const isBehind = view.businessDate !== view.today;
  return (
    <Card title="The day">
      <p className="m-0 text-xl font-semibold">{day(view.businessDate)}</p>
      <p className="m-0 text-muted">
        {isBehind ? `The calendar says ${day(view.today)}.` : 'Business date, as the calendar.'}
      </p>
      {work?.endOfDay?.status && (
        <p className="mb-0">
          End of day <Pill status={work.endOfDay.status} />{' '}
          {work.endOfDay.step && <span className="text-muted">{label(work.endOfDay.step)}</span>}
        </p>
      )}
    </Card>
  );
}

function OwnCard({ work, staffID }: { work: Work; staffID: string }) {
  const { submitted, declined } = work.mine;
  return (
    <Card title="You asked for">
      <Link
        to={`/approvals${stringifySearch({ Maker: `staff:${staffID}`, Status: 'Pending' })}`}
        className="block hover:underline"
      >
        <b>{boundedCount(submitted)}</b> waiting for a colleague
      </Link>
      <Link
        to={`/approvals${stringifySearch({ Maker: `staff:${staffID}`, Status: 'Declined' })}`}
        className="block hover:underline"
      >
        <b>{boundedCount(declined)}</b> declined
      </Link>
    </Card>
  );
}
