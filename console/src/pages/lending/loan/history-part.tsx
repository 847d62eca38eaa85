import { useQuery } from '@tanstack/react-query';
import { type Answer, read } from '../../../api/client';
import { day } from '../../../rules/dates';
import { naira } from '../../../rules/naira';
import { recordAddress } from '../../../rules/record-address';
import { actor, label } from '../../../rules/words';
import { Card } from '../../../ui/card';
import { ProblemNotice } from '../../../ui/notice';
import { RecordLink } from '../../../ui/record-link';
import { Timeline, type TimelineItem } from '../../../ui/timeline';
import type { Loan } from './use-loan';

type TimelineEvent = Answer<'getLoanTimeline'>['data'][number];

const TONES: Record<string, TimelineItem['tone']> = {
  approved: 'good',
  declined: 'danger',
  canceled: 'danger',
  disbursement: 'info',
  'write-off': 'danger',
  restructure: 'warn',
  reversal: 'warn',
};

/** Everything that happened to a loan: request, decisions, and acts. */
export function HistoryPart({ loan }: { loan: Loan }) {
  const timeline = useQuery({
    queryKey: ['getLoanTimeline', loan.id],
    queryFn: ({ signal }) => read('getLoanTimeline', { path: { id: loan.id }, signal }),
  });
  return (
    <Card title="History">
      <ProblemNotice problem={timeline.error} retry={() => void timeline.refetch()} />
      {timeline.data && <Timeline items={timeline.data.data.map(itemOf)} />}
    </Card>
  );
}

function itemOf(event: TimelineEvent, index: number): TimelineItem {
  const amount = event.amount === null ? '' : `, ${naira(event.amount)}`;
  return {
    key: String(index),
    at: event.at,
    title: `${label(event.event)}${event.title ? `: ${event.title}` : ''}${amount}`,
    tone: TONES[event.event],
    text: (
      <span className="flex flex-wrap gap-x-3">
        {event.actor && <span>{actor(event.actor)}</span>}
        {event.valueDate && <span>Value date {day(event.valueDate)}</span>}
        {event.reference && <span>{event.reference}</span>}
        {event.postingReferenceNumber && (
          <RecordLink to={recordAddress('posting', event.postingReferenceNumber)}>
            {event.postingReferenceNumber}
          </RecordLink>
        )}
        {event.approvalId !== null && (
          <RecordLink to={recordAddress('approval', event.approvalId)}>{`Approval ${event.approvalId}`}</RecordLink>
        )}
        {event.note && <span>“{event.note}”</span>}
      </span>
    ),
  };
}
