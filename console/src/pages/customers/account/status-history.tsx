import { useQuery } from '@tanstack/react-query';
import { read } from '../../../api/client';
import { useListSearch } from '../../../list/list-page';
import { Paging } from '../../../list/paging';
import { paramOr } from '../../../rules/search-params';
import { toneOf } from '../../../rules/tones';
import { actor, label } from '../../../rules/words';
import { Card } from '../../../ui/card';
import { Empty } from '../../../ui/empty';
import { ProblemNotice } from '../../../ui/notice';
import { Timeline } from '../../../ui/timeline';

/** True for a change that froze the account, or froze it for another reason: only the end of one has a checker. */
const isFreeze = ({ toStatus, checker }: { toStatus: string; checker: string | null }): boolean =>
  toStatus === 'Frozen' && checker === null;

/** Each change of the account's state: who, when and why. A freeze has the number by which it is ended. */
export function StatusHistory({ accountNumber }: { accountNumber: string }) {
  const [search, change] = useListSearch();
  const query = { AccountNumber: accountNumber, Direction: 'Asc', PageNumber: paramOr(search, 'PageNumber', '1') };
  const history = useQuery({
    queryKey: ['listAccountStatusChanges', query],
    queryFn: ({ signal }) => read('listAccountStatusChanges', { query, signal }),
  });
  if (!history.data) return <ProblemNotice problem={history.error} retry={() => void history.refetch()} />;
  const { data: changes } = history.data;
  return (
    <Card title="Status history">
      {changes.length === 0 ? (
        <Empty title="No changes">The account has the state with which it was opened.</Empty>
      ) : (
        <Timeline
          items={changes.map((one) => ({
            key: String(one.id),
            at: one.at,
            title: `${label(one.toStatus)}, before: ${label(one.fromStatus).toLowerCase()}`,
            text: (
              <>
                {one.reason && <p className="m-0">{one.reason}</p>}
                <p className="m-0">
                  By {actor(one.actor)}
                  {one.checker && `, approved by ${actor(one.checker)}`}
                  {isFreeze(one) && `, freeze ${one.id}`}
                  {one.orderedBy === 'court' && ', ordered by a court'}
                  {one.endsFreezeID !== null && `, ends freeze ${one.endsFreezeID}`}
                </p>
              </>
            ),
            tone: toneOf(one.toStatus),
          }))}
        />
      )}
      <Paging page={history.data} search={search} onChange={change} />
    </Card>
  );
}
