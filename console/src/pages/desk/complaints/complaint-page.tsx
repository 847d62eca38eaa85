import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { recordQuery } from '../../../api/record-query';
import { ActionButtons, ActionHost } from '../../../form/action-host';
import { type Column, DataTable } from '../../../list/data-table';
import { label } from '../../../rules/words';
import { Card } from '../../../ui/card';
import { Facts } from '../../../ui/facts';
import { Money } from '../../../ui/money';
import { Notice, ProblemNotice } from '../../../ui/notice';
import { PageHead } from '../../../ui/page-head';
import { Pill } from '../../../ui/pill';
import { RecordLink } from '../../../ui/record-link';
import { When } from '../../../ui/when';
import { COMPLAINT_ACTIONS } from './complaint-actions';
import { type Complaint, nextTimer, type Timer, timersOf, timerState } from './complaint-words';

/** One complaint about fraud: its timers, the measures taken, and its end. */
export default function FraudComplaintPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const complaint = useQuery(recordQuery('getFraudComplaint', id));
  if (!complaint.data)
    return (
      <div className="space-y-4">
        <PageHead title={`Complaint ${id}`} />
        <ProblemNotice problem={complaint.error} retry={() => void complaint.refetch()} />
      </div>
    );
  return <LoadedComplaint complaint={complaint.data} />;
}

function LoadedComplaint({ complaint }: { complaint: Complaint }) {
  const next = nextTimer(complaint);
  return (
    <div className="space-y-4">
      <PageHead
        title={`Complaint ${complaint.id}`}
        beside={
          <span className="flex flex-wrap gap-1">
            <Pill status={complaint.status} />
            {complaint.isOverdue && <Pill status="Overdue" />}
            {complaint.isLate && <Pill status="Late" text="Reported late" tone="warn" />}
          </span>
        }
        intro={
          <>
            <Money amount={complaint.disputedAmount} /> of payment{' '}
            <RecordLink to={`/postings/${complaint.posting}`}>{complaint.posting}</RecordLink>
          </>
        }
      />
      <Card title="Next step">
        <div className="space-y-3">
          <p>{next ? `${next.title}.` : 'Nothing is left to do.'}</p>
          <div className="flex flex-wrap gap-2 empty:hidden">
            <ActionButtons actions={COMPLAINT_ACTIONS} record={complaint} />
          </div>
        </div>
      </Card>
      <Card title="Times" isFlush>
        <DataTable
          caption="Times of the complaint"
          columns={TIMERS}
          rows={timersOf(complaint)}
          rowKey={({ key }) => key}
        />
      </Card>
      <ComplaintFacts complaint={complaint} />
      <ActionHost actions={COMPLAINT_ACTIONS} recordOf={() => complaint} />
    </div>
  );
}

const TONES = { Met: 'good', Late: 'warn', Overdue: 'danger', Running: 'info' } as const;

const TIMERS: Column<Timer>[] = [
  { key: 'title', header: 'Step', cell: ({ title }) => title },
  { key: 'due', header: 'Due', cell: ({ dueAt }) => <When at={dueAt} /> },
  { key: 'met', header: 'Done', cell: ({ metAt }) => <When at={metAt} />, isSecondary: true },
  {
    key: 'state',
    header: 'State',
    cell: (timer) => {
      const state = timerState(timer, Date.now());
      return <Pill status={state} tone={TONES[state]} />;
    },
  },
];

const RECALLS: Record<string, string> = {
  accepted: 'Accepted: the receiving institution keeps the money',
  refused: 'Refused',
  unknown: 'No answer; ask again',
};

function ComplaintFacts({ complaint }: { complaint: Complaint }) {
  const { hasLien, hasFrozen, isReceiverOwn, recallStatus, concludedAt } = complaint;
  const measures = [hasLien && 'Lien of the disputed amount', hasFrozen && 'Account frozen'].filter(Boolean);
  return (
    <Card title="Facts">
      <div className="space-y-4">
        <Facts
          columns={1}
          of={[['Told by the customer', <span className="whitespace-pre-wrap">{complaint.description}</span>]]}
        />
        <Facts
          columns={3}
          of={[
            ['Received', <When at={complaint.receivedAt} />],
            ['Money is at', isReceiverOwn ? 'An account of this institution' : 'Another institution or a ledger'],
            isReceiverOwn && ['Blocked', measures.join(', ') || (concludedAt === null ? 'Not yet' : 'Nothing')],
            recallStatus !== null && ['Request for the money', RECALLS[recallStatus] ?? label(recallStatus)],
            complaint.recallAnswer !== null && ['Answer', complaint.recallAnswer],
            complaint.rationale !== null &&
              complaint.status !== 'rejected' && ['Refund decided', <Money amount={complaint.refund} />],
            complaint.refundPosting !== null && [
              'Refunded by',
              <RecordLink to={`/postings/${complaint.refundPosting}`}>{complaint.refundPosting}</RecordLink>,
            ],
          ]}
        />
        {complaint.rationale !== null && (
          <Notice tone={complaint.status === 'rejected' ? 'warn' : 'good'}>
            <b>{complaint.status === 'rejected' ? 'Rejected.' : 'Upheld.'}</b> {complaint.rationale}
          </Notice>
        )}
      </div>
    </Card>
  );
}
