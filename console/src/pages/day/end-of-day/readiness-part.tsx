import { useQuery } from '@tanstack/react-query';
import { type Answer, read } from '../../../api/client';
import { Card } from '../../../ui/card';
import { ProblemNotice } from '../../../ui/notice';
import { Pill } from '../../../ui/pill';
import { RecordLink } from '../../../ui/record-link';

type Item = Answer<'getEndOfDayReadiness'>['items'][number];

/** The page that shows the records of an item. The items about the run itself are on this page. */
const LISTS: Record<Item['link'], string | undefined> = {
  'end-of-day': undefined,
  'end-of-day-exceptions': '/end-of-day?tab=exceptions',
  'payments-attention': '/payments/attention',
  payments: '/payments/transfers?ProcessingStatus=Processing',
  'inward-transfers': '/payments/inward?Status=InSuspense',
  settlement: '/payments/settlement',
  'aml-holds': '/aml/holds?Status=Held',
  approvals: '/approvals?Status=Pending',
  'posting-groups': '/posting-groups?Status=Pending+Approval',
  'bulk-transfers': '/payments/bulk-transfers?Status=Pending',
  loans: '/loans?LoanStatus=PendingApproval',
  tills: '/tills',
  'dead-letters': '/system/dead-letters',
};

/** The most that the server counts of an item. */
const COUNTED_MAX = 1_000;

/** The reasons for which the day cannot be closed yet, and the open work to look at before. */
export function ReadinessPart() {
  const readiness = useQuery({
    queryKey: ['getEndOfDayReadiness'],
    queryFn: ({ signal }) => read('getEndOfDayReadiness', { signal }),
  });
  const items = readiness.data?.items ?? [];
  return (
    <Card title="Before the next closing">
      <ProblemNotice problem={readiness.error} retry={() => void readiness.refetch()} />
      {readiness.data && items.length === 0 && <p className="m-0">Nothing is open.</p>}
      <ul className="m-0 list-none space-y-2 p-0">
        {items.map((item) => (
          <li key={item.name} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Pill
              status={item.level === 'blocks' ? 'Keeps it from starting' : 'To look at'}
              tone={item.level === 'blocks' ? 'danger' : 'warn'}
            />
            {LISTS[item.link] === undefined ? (
              item.title
            ) : (
              <>
                <RecordLink to={LISTS[item.link]}>{item.title}</RecordLink>
                <strong>{countOf(item)}</strong>
              </>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function countOf({ count }: Item): string {
  const text = count.toLocaleString('en-NG');
  return count < COUNTED_MAX ? text : `${text} or more`;
}
