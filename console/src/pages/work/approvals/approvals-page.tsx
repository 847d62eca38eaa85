import { useSession } from '../../../app/session';
import { BulkPanel } from '../../../decide/bulk-panel';
import { QueuePage } from '../../../list/queue-page';
import { age } from '../../../rules/dates';
import { actor } from '../../../rules/words';
import { Money } from '../../../ui/money';
import { Pill } from '../../../ui/pill';
import { ApprovalCase } from './approval-case';

/** Everything that waits for a second person. */
export default function ApprovalsPage() {
  const { view } = useSession();
  return (
    <QueuePage
      operation="listApprovals"
      title="Approvals"
      intro="Requests that wait for another person. Nothing has moved or changed yet."
      path="/approvals"
      tabs={[
        { title: 'For me', search: { Status: 'Pending', DecidableByMe: 'true' } },
        { title: 'Assigned to me', search: { Status: 'Pending', Assignee: view.staffID } },
        { title: 'Overdue', search: { Status: 'Pending', Overdue: 'true' } },
        { title: 'Waiting for others', search: { Status: 'Pending', DecidableByMe: 'false' } },
        { title: 'Asked by me', search: { Maker: `staff:${view.staffID}` } },
        { title: 'All', search: {} },
      ]}
      filters={['Status', 'Operation', 'MinAmount', 'MaxAmount', 'Maker', 'Assignee', 'Unassigned', 'Overdue']}
      empty="A request appears here when a policy asks for a second person."
      idOf={(row) => String(row.approvalId)}
      item={(row) => (
        <>
          <span className="flex items-baseline justify-between gap-2">
            <span className="truncate font-semibold">{row.title}</span>
            <span className="text-sm whitespace-nowrap text-muted">{age(row.createdAt, Date.now())}</span>
          </span>
          <span className="flex items-center justify-between gap-2">
            <span className="truncate text-muted">{actor(row.maker)}</span>
            {row.amount !== null && <Money amount={row.amount} />}
          </span>
          <span className="mt-0.5 flex items-center justify-between gap-2 text-sm text-muted">
            <span className="line-clamp-2">{row.summary}</span>
            {row.status !== 'Pending' ? (
              <Pill status={row.status} />
            ) : (
              row.requiredCheckers > 1 && (
                <span className="whitespace-nowrap">{`${row.approvalsSoFar} of ${row.requiredCheckers}`}</span>
              )
            )}
          </span>
        </>
      )}
      bulk={(rows, onDone) => (
        <BulkPanel
          operation="decideApprovals"
          cases={rows.map((row) => ({ approvalId: row.approvalId, title: row.summary, amount: row.amount }))}
          approve="Approve"
          decline="Decline"
          isNoteRequired={false}
          onDone={onDone}
        />
      )}
    >
      {(id, onDecided) => <ApprovalCase id={id} onDecided={onDecided} />}
    </QueuePage>
  );
}
