import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read, type Row } from '../../../api/client';
import type { ListDefinition } from '../../../list/list-definition';
import { recordAddress } from '../../../rules/record-address';
import { label, plural } from '../../../rules/words';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { ProblemNotice } from '../../../ui/notice';
import { Pill } from '../../../ui/pill';
import { RecordLink } from '../../../ui/record-link';
import { Timeline } from '../../../ui/timeline';
import { NarrowWhen, When } from '../../../ui/when';
import { subjectOf } from '../audit/audit-words';
import { eventTypeText } from './webhook-actions';

type Delivery = Row<'listWebhookDeliveries'>;

/** The deliveries to an endpoint, newest first. */
export function deliveriesOf(endpointId: number): ListDefinition<'listWebhookDeliveries'> {
  return {
    operation: 'listWebhookDeliveries',
    title: 'Deliveries',
    isPart: true,
    path: { endpointId: String(endpointId) },
    tabs: [
      { title: 'All', search: {} },
      { title: 'Waiting', search: { Status: 'Pending' } },
      { title: 'Failed', search: { Status: 'Failed' } },
      { title: 'Delivered', search: { Status: 'Delivered' } },
    ],
    filters: ['Type'],
    labels: { Type: 'Event' },
    columns: [
      { key: 'at', header: 'Happened', cell: (row) => <When at={row.createdAt} />, isSecondary: true },
      {
        key: 'event',
        header: 'Event',
        cell: (row) => (
          <>
            {eventTypeText(row.type)} {row.replayed && <Pill status="Again" tone="info" />}
            <span className="block text-sm break-all text-muted">{row.eventId}</span>
            <NarrowWhen at={row.createdAt} />
          </>
        ),
      },
      {
        key: 'resource',
        header: 'About',
        cell: (row) => <Resource of={row.resource} />,
        isSecondary: true,
      },
      {
        key: 'state',
        header: 'State',
        cell: (row) => (
          <>
            <Pill status={row.status} />
            {row.status === 'Pending' && row.dueAt && (
              <span className="block text-sm text-muted">
                next at <When at={row.dueAt} />
              </span>
            )}
          </>
        ),
      },
      { key: 'attempts', header: 'Attempts', cell: (row) => <Attempts endpointId={endpointId} delivery={row} /> },
    ],
    rowKey: (row) => String(row.position),
    empty: 'A delivery appears here when an event happens that the endpoint asked for.',
  };
}

function Resource({ of }: { of: string }) {
  const { kind, id } = subjectOf(of);
  return (
    <>
      <span className="block text-sm text-muted">{label(kind)}</span>
      <RecordLink to={recordAddress(kind, id)}>
        <span className="wrap-anywhere">{id}</span>
      </RecordLink>
    </>
  );
}

function Attempts({ endpointId, delivery }: { endpointId: number; delivery: Delivery }) {
  const [isOpen, setOpen] = useState(false);
  if (delivery.attempts === 0) return <span className="text-muted">None yet</span>;
  return (
    <>
      <Button isSmall onClick={() => setOpen(true)}>
        {plural(delivery.attempts, 'attempt')}
      </Button>
      {delivery.lastError && <span className="block text-sm text-muted">{delivery.lastError}</span>}
      {isOpen && <AttemptsDialog {...{ endpointId, delivery }} onClose={() => setOpen(false)} />}
    </>
  );
}

interface AttemptsDialogProps {
  endpointId: number;
  delivery: Delivery;
  onClose: () => void;
}

function AttemptsDialog({ endpointId, delivery: { position, eventId }, onClose }: AttemptsDialogProps) {
  const list = useQuery({
    queryKey: ['listWebhookAttempts', endpointId, position],
    queryFn: ({ signal }) => read('listWebhookAttempts', { path: { endpointId, position }, signal }),
  });
  return (
    <Dialog title="Attempts" description={`Event ${eventId}`} onClose={onClose}>
      <ProblemNotice problem={list.error} retry={() => void list.refetch()} />
      <Timeline
        items={(list.data?.data ?? []).map((one) => ({
          key: String(one.attempt),
          at: one.at,
          title: `Attempt ${one.attempt}: ${one.httpStatus === null ? 'no answer' : `answer ${one.httpStatus}`}`,
          text: [one.error, `${one.durationMs} ms`].filter(Boolean).join(', '),
          tone: one.httpStatus !== null && one.httpStatus < 300 ? 'good' : 'danger',
        }))}
      />
    </Dialog>
  );
}
