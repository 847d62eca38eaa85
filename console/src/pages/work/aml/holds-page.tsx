import { useSession } from '../../../app/session';
import { BulkPanel } from '../../../decide/bulk-panel';
import { QueuePage } from '../../../list/queue-page';
import { age } from '../../../rules/dates';
import { plural } from '../../../rules/words';
import { Money } from '../../../ui/money';
import { Pill } from '../../../ui/pill';
import { HoldCase } from './hold-case';

/** The queue of movements that screening stopped. */
export default function HoldsPage() {
  const { view } = useSession();
  return (
    <QueuePage
      operation="listAmlHolds"
      title="AML holds"
      intro="Movements that screening stopped. Nothing of them has moved."
      path="/aml/holds"
      tabs={[
        { title: 'Open', search: { Status: 'Held' } },
        { title: 'Mine', search: { Status: 'Held', Assignee: view.staffID } },
        { title: 'Nobody’s', search: { Status: 'Held', Unassigned: 'true' } },
        { title: 'Overdue', search: { Status: 'Held', Overdue: 'true' } },
        { title: 'Released', search: { Status: 'Approved' } },
        { title: 'Declined', search: { Status: 'Declined' } },
        { title: 'All', search: {} },
      ]}
      filters={[
        'ReferenceNumber',
        'AccountNumber',
        'StartDate',
        'EndDate',
        'MovementDirection',
        'RuleID',
        'Assignee',
        'Unassigned',
        'Overdue',
        'MinAmount',
        'MaxAmount',
        'CustomerID',
      ]}
      labels={{ RuleID: 'Rule', Overdue: 'Past due' }}
      empty="A movement appears here when it meets a rule of screening."
      idOf={(row) => String(row.approvalId)}
      item={(row) => (
        <>
          <span className="flex items-baseline justify-between gap-2">
            <span className="font-semibold">
              <Money amount={row.amount} />
            </span>
            <span className="text-sm text-muted">{age(row.heldAt, Date.now())}</span>
          </span>
          <span className="flex items-center justify-between gap-2">
            <span className="truncate">
              {row.direction === 'outflow' ? 'Out of' : 'Into'} {row.accountNumber}
            </span>
            {row.currentStatus !== 'Held' && <Pill status={row.currentStatus} />}
          </span>
          <span className="block truncate text-sm text-muted">{row.ruleName}</span>
        </>
      )}
      bulk={(rows, onDone) => (
        <BulkPanel
          operation="decideAmlHolds"
          cases={rows.map((row) => ({
            approvalId: row.approvalId,
            title: `${row.accountNumber}: ${row.ruleName}${row.repeats > 0 ? ` and ${plural(row.repeats, 'repeat')}` : ''}`,
            amount: row.amount,
            seen: { repeats: row.repeats },
          }))}
          approve="Release"
          decline="Decline"
          isNoteRequired
          reasonsOf={{ approve: 'approveAmlHold', decline: 'declineAmlHold' }}
          onDone={onDone}
        />
      )}
    >
      {(id, onDecided) => <HoldCase id={id} onDecided={onDecided} />}
    </QueuePage>
  );
}
