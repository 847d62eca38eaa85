import { useQuery } from '@tanstack/react-query';
import { type Answer, permissionOf } from '../../../api/client';
import { recordQuery } from '../../../api/record-query';
import { useSession } from '../../../app/session';
import { DecisionPanel, type Verdict } from '../../../decide/decision-panel';
import { action } from '../../../form/action';
import { ActionHost, ActionMenu } from '../../../form/action-host';
import { RecordNotes } from '../../../notes/record-notes';
import { naira } from '../../../rules/naira';
import { may } from '../../../rules/permissions';
import { actor, plural, stateLabel } from '../../../rules/words';
import { Card } from '../../../ui/card';
import { Facts } from '../../../ui/facts';
import { Money } from '../../../ui/money';
import { Notice, ProblemNotice } from '../../../ui/notice';
import { Pill } from '../../../ui/pill';
import { RecordLink } from '../../../ui/record-link';
import { When } from '../../../ui/when';
import { CaseAssignee } from '../case-assignee';
import { DueTime } from '../due-time';
import { HoldContext } from './hold-context';
import { HoldRepeats } from './hold-repeats';

export type Hold = Answer<'getAmlHold'>;

const ACTIONS = [
  action<Hold>()({
    operation: 'withdrawAmlRelease',
    title: 'Withdraw the release',
    isDanger: true,
    path: ({ approvalId }) => ({ approvalId }),
    isFor: ({ currentStatus, repeats }) =>
      currentStatus === 'Released' || (currentStatus === 'Executed' && repeats > 0),
    consequence: ({ repeats }) =>
      repeats > 0
        ? 'The client can no longer carry out what was not carried out yet of this movement and its repeats. This is final.'
        : 'The client can no longer carry the movement out with this release. This is final.',
    done: 'The release has been withdrawn.',
  }),
];

/** A stopped movement: what was stopped and why, and the decision on it. */
export function HoldCase({ id, onDecided }: { id: string; onDecided: () => void }) {
  const hold = useQuery(recordQuery('getAmlHold', id));
  if (!hold.data) return <ProblemNotice problem={hold.error} retry={() => void hold.refetch()} />;
  return <LoadedCase hold={hold.data} onDecided={onDecided} />;
}

function LoadedCase({ hold, onDecided }: { hold: Hold; onDecided: () => void }) {
  const isOpen = hold.status === 'Held';
  // A scenario has no single threshold and is no rule of the list.
  const isOfRule = hold.threshold > 0;
  return (
    <div className="space-y-4">
      <Card
        title={`Hold ${hold.approvalId}`}
        actions={
          <span className="flex items-center gap-2">
            <Pill status={hold.currentStatus} />
            <ActionMenu actions={ACTIONS} record={hold} />
          </span>
        }
      >
        <p className="mt-0 text-lg">
          {naira(hold.amount)} {hold.direction === 'outflow' ? 'out of' : 'into'}{' '}
          <RecordLink to={`/accounts/${hold.accountNumber}`}>{hold.accountNumber}</RecordLink>
          {hold.direction === 'outflow' &&
            hold.destinationAccounts.length > 0 &&
            ` to ${hold.destinationAccounts.join(', ')}`}
          {hold.direction === 'inflow' && hold.sourceAccounts.length > 0 && ` from ${hold.sourceAccounts.join(', ')}`}
        </p>
        <p>{hold.reason}</p>
        {isOfRule && <ThresholdBar hold={hold} />}
        <Facts
          columns={3}
          of={[
            [
              'Rule',
              isOfRule ? <RecordLink to={`/aml/rules?of=${hold.ruleID}`}>{hold.ruleName}</RecordLink> : hold.ruleName,
            ],
            ['Held', <When at={hold.heldAt} />],
            ['Asked by', actor(hold.initiatedBy)],
            isOpen && [
              'Assigned to',
              <CaseAssignee
                operation="assignAmlHold"
                path={{ approvalId: hold.approvalId }}
                assignee={hold.assignee}
              />,
            ],
            isOpen && ['Due', <DueTime at={hold.dueAt} isOverdue={hold.isOverdue} />],
            ['Reference', hold.referenceNumber],
            ['Request', hold.endpoint],
            ['Posting', hold.postingReferenceNumber],
            hold.frozenAccounts.length > 0 && [
              'Frozen with it',
              hold.frozenAccounts.map((one) => one.accountNumber).join(', '),
            ],
            !isOpen && ['Decided by', actor(hold.decidedBy)],
            !isOpen && ['Decided', <When at={hold.decidedAt} />],
            !!hold.reasonCode && ['Reason of the decision', stateLabel(hold.reasonCode)],
            !!hold.note && ['Note', hold.note],
            !!hold.executedRequestReference && ['Executed by', hold.executedRequestReference],
            !!hold.endNote && ['Ended', hold.endNote],
          ]}
        />
        <details className="mt-4">
          <summary className="text-sm text-muted">Body of the request</summary>
          <pre className="overflow-x-auto rounded-md bg-sunken p-3 text-sm">
            {JSON.stringify(hold.payload, null, 2)}
          </pre>
        </details>
      </Card>
      <HoldRepeats approvalId={hold.approvalId} repeats={hold.repeats} />
      <Card title="Decision">
        <Decision hold={hold} onDecided={onDecided} />
      </Card>
      <HoldContext approvalId={hold.approvalId} />
      <RecordNotes
        of={{ list: 'listAmlHoldNotes', add: 'addAmlHoldNote', path: { approvalId: String(hold.approvalId) } }}
      />
      <ActionHost actions={ACTIONS} recordOf={() => hold} />
    </div>
  );
}

/** The sum that met the rule against its threshold. */
function ThresholdBar({ hold }: { hold: Hold }) {
  const sum = hold.amount + hold.windowAmount;
  const share = (amount: number): string => `${Math.min(100, (100 * amount) / Math.max(sum, hold.threshold))}%`;
  return (
    <figure className="my-4">
      <div className="relative h-3 overflow-hidden rounded-full bg-sunken" aria-hidden="true">
        <div className="absolute inset-y-0 left-0 bg-line-strong" style={{ width: share(hold.windowAmount) }} />
        <div
          className="absolute inset-y-0 bg-warn"
          style={{ left: share(hold.windowAmount), width: share(hold.amount) }}
        />
        <div className="absolute inset-y-0 w-0.5 bg-danger" style={{ left: share(hold.threshold) }} />
      </div>
      <figcaption className="mt-1 text-sm text-muted">
        <Money amount={hold.windowAmount} /> in the 24 hours before, with this movement <Money amount={sum} />; the rule
        holds from <Money amount={hold.threshold} />.
      </figcaption>
    </figure>
  );
}

function verdictsOf(hold: Hold): Verdict[] {
  const next =
    hold.resumesBy === 'client'
      ? 'Nothing moves by itself: the client must send the same request again, unchanged. The release works once.'
      : 'The movement is posted by the system at once.';
  return [
    {
      operation: 'approveAmlHold',
      // Movements that the client sent since were not read, and are not released with what was.
      fixed: { repeats: hold.repeats },
      title: 'Release',
      key: 'r',
      done: 'Released.',
      isNoteRequired: true,
      isReasonRequired: true,
      consequence: hold.repeats > 0 ? `${plural(hold.repeats, 'further movement')} released with it. ${next}` : next,
      option:
        hold.frozenAccounts.length > 0
          ? { field: 'liftFreeze', label: 'End the freeze of the accounts as well' }
          : undefined,
    },
    {
      operation: 'declineAmlHold',
      title: 'Decline',
      key: 'd',
      isDanger: true,
      done: 'Declined.',
      isNoteRequired: true,
      isReasonRequired: true,
      consequence:
        'The movement will not be carried out. This is final; the client learns that it was declined, not why.',
    },
  ];
}

function Decision({ hold, onDecided }: { hold: Hold; onDecided: () => void }) {
  const { permissions } = useSession();
  const mayDecide = may(permissions, permissionOf('approveAmlHold'));
  return (
    <DecisionPanel
      subject={`${naira(hold.amount)} ${hold.direction === 'outflow' ? 'out of' : 'into'} ${hold.accountNumber}, asked by ${actor(hold.initiatedBy)}`}
      path={{ approvalId: hold.approvalId }}
      verdicts={verdictsOf(hold)}
      cannotBecause={mayDecide ? null : 'You may see holds, but not decide them.'}
      outcome={hold.status === 'Held' ? null : <Decided hold={hold} />}
      onDecided={onDecided}
    />
  );
}

const ENDED: Partial<Record<Hold['currentStatus'], string>> = {
  Released: 'Released. The client has not sent its request again yet.',
  Executed: 'Released and carried out.',
  Declined: 'Declined. The movement will not be carried out.',
  Withdrawn: 'The release was withdrawn before it was used.',
  Expired: 'The release was not used in time.',
  PendingApproval: 'Released by AML; a checker must approve the movement.',
  Failed: 'Released, but the movement could not be carried out.',
};

function Decided({ hold }: { hold: Hold }) {
  return (
    <Notice tone={hold.status === 'Declined' ? 'danger' : 'info'}>
      {ENDED[hold.currentStatus] ?? hold.currentStatus}
    </Notice>
  );
}
