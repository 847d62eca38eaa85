import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { recordQuery } from '../../../api/record-query';
import type { Action } from '../../../form/action';
import { ActionButtons, ActionHost } from '../../../form/action-host';
import { naira } from '../../../rules/naira';
import { recordAddress } from '../../../rules/record-address';
import { actor } from '../../../rules/words';
import { Card } from '../../../ui/card';
import { Notice, ProblemNotice } from '../../../ui/notice';
import { PageHead } from '../../../ui/page-head';
import { Pill } from '../../../ui/pill';
import { RecordLink } from '../../../ui/record-link';
import { Timeline } from '../../../ui/timeline';
import { When } from '../../../ui/when';
import { PaymentFacts } from './payment-facts';
import { NEXT, outcomeOf, type Payment, titleOf, toneOfEvent, WAITING } from './payment-words';

interface PaymentPageProps {
  operation: 'getTransfer' | 'getVend';
  /** The kind of payment: `Transfer`. */
  kind: string;
  actions: readonly Action<Payment>[];
}

/** One payment: where it stands, everything that has happened to it, and its money. */
export function PaymentPage({ operation, kind, actions }: PaymentPageProps) {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const payment = useQuery(recordQuery(operation, id));
  if (!payment.data)
    return (
      <div className="space-y-4">
        <PageHead title={`${kind} ${id}`} />
        <ProblemNotice problem={payment.error} retry={() => void payment.refetch()} />
      </div>
    );
  return <LoadedPayment {...{ kind, actions, payment: payment.data }} />;
}

function LoadedPayment({ kind, actions, payment }: Omit<PaymentPageProps, 'operation'> & { payment: Payment }) {
  const from = payment.debitAccountName ?? payment.debitAccount;
  const to = payment.creditAccountName ?? payment.creditAccount;
  return (
    <div className="space-y-4">
      <PageHead
        title={`${kind} ${payment.reference}`}
        beside={<Pill status={payment.payoutStatus ?? payment.postingStatus} />}
        intro={`${naira(payment.amount)} from ${from ?? 'unknown'} to ${to ?? 'unknown'}`}
      >
        <ActionButtons actions={actions} record={payment} />
      </PageHead>
      <Now payment={payment} />
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <Card title="What happened">
          <PaymentTimeline payment={payment} />
        </Card>
        <PaymentFacts payment={payment} />
      </div>
      <ActionHost actions={actions} recordOf={() => payment} />
    </div>
  );
}

/** Where the payment stands, and what happens by itself. */
function Now({ payment: { waitingFor, next, disputed } }: { payment: Payment }) {
  if (!waitingFor) return null;
  const needsStaff = waitingFor === 'staff-evidence';
  return (
    <Notice tone={needsStaff ? 'danger' : 'warn'}>
      <p className="m-0 font-medium">{WAITING[waitingFor]}</p>
      {disputed && <p className="m-0">The provider says otherwise than the state of this payment.</p>}
      {next ? (
        <p className="m-0">
          {NEXT[next.step]} on <When at={next.at} />, without anybody doing anything.
        </p>
      ) : (
        <p className="m-0">Nothing happens by itself.</p>
      )}
    </Notice>
  );
}

function PaymentTimeline({ payment }: { payment: Payment }) {
  return (
    <Timeline
      items={payment.timeline.map((event, index) => ({
        key: String(index),
        at: event.at,
        title: titleOf(event),
        tone: toneOfEvent(event),
        text: <EventText event={event} />,
      }))}
    />
  );
}

function EventText({ event }: { event: Payment['timeline'][number] }) {
  const { message, responseCode, postingReferenceNumber, approvalId } = event;
  const outcome = outcomeOf(event);
  const isHold = ['held', 'released', 'hold-declined', 'release-withdrawn', 'release-expired'].includes(event.event);
  return (
    <>
      {event.actor?.includes(':') && <p className="m-0">By {actor(event.actor)}</p>}
      {outcome && <p className="m-0">{outcome}</p>}
      {message && (
        <p className="m-0 break-words">
          {message}
          {responseCode && ` (code ${responseCode})`}
        </p>
      )}
      {postingReferenceNumber && (
        <p className="m-0">
          Posting{' '}
          <RecordLink to={recordAddress('posting', postingReferenceNumber)}>{postingReferenceNumber}</RecordLink>
        </p>
      )}
      {approvalId !== null && (
        <p className="m-0">
          <RecordLink to={recordAddress(isHold ? 'hold' : 'approval', approvalId)}>
            {isHold ? 'AML hold' : 'Approval'} {approvalId}
          </RecordLink>
        </p>
      )}
    </>
  );
}
