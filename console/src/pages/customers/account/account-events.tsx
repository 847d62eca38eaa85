import { useQuery } from '@tanstack/react-query';
import { read, type Row } from '../../../api/client';
import { useListSearch } from '../../../list/list-page';
import { Paging } from '../../../list/paging';
import { recordAddress } from '../../../rules/record-address';
import { actor, label } from '../../../rules/words';
import { Card } from '../../../ui/card';
import { ProblemNotice } from '../../../ui/notice';
import { RecordLink } from '../../../ui/record-link';
import { Timeline } from '../../../ui/timeline';
import { EntryDetails } from '../../administration/audit/entry-details';

type Event = Row<'listAccountEvents'>;

/** `account.set-limits` is `Set limits`, `lien.place` is `Lien: place`. */
function titleOf({ event }: Event): string {
  const [subject = '', change] = event.split('.');
  if (!change) return label(event);
  return subject === 'account' ? label(change) : `${label(subject)}: ${label(change).toLowerCase()}`;
}

const TONES: Partial<Record<string, 'good' | 'danger' | 'warn'>> = {
  opened: 'good',
  approved: 'good',
  declined: 'danger',
  'approval-asked': 'warn',
};

/** Everything that happened to an account but its movements, the latest first. */
export function AccountEvents({ accountNumber }: { accountNumber: string }) {
  const [search, change] = useListSearch();
  const query = { PageNumber: search.PageNumber, After: search.After };
  const events = useQuery({
    queryKey: ['listAccountEvents', accountNumber, query],
    queryFn: ({ signal }) => read('listAccountEvents', { path: { accountNumber }, query, signal }),
  });
  if (!events.data) return <ProblemNotice problem={events.error} retry={() => void events.refetch()} />;
  return (
    <Card title="What happened">
      <Timeline
        items={events.data.data.map((event, index) => ({
          key: String(index),
          at: event.at,
          title: titleOf(event),
          text: <EventText event={event} />,
          tone: TONES[event.event],
        }))}
      />
      <Paging page={events.data} search={search} onChange={change} />
    </Card>
  );
}

function EventText({ event: { actor: by, checker, note, before, after, approvalId } }: { event: Event }) {
  return (
    <>
      {note && <p className="m-0">{note}</p>}
      <p className="m-0">
        By {actor(by)}
        {checker && `, approved by ${actor(checker)}`}
        {approvalId !== null && (
          <>
            {' · '}
            <RecordLink to={recordAddress('approval', approvalId)}>{`Approval ${approvalId}`}</RecordLink>
          </>
        )}
      </p>
      {(before ?? after) && <EntryDetails details={{ before, after }} />}
    </>
  );
}
