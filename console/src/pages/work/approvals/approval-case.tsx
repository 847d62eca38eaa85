import { useQuery } from '@tanstack/react-query';
import { type Answer } from '../../../api/client';
import { recordQuery } from '../../../api/record-query';
import { useSession } from '../../../app/session';
import { DecisionPanel, type Verdict } from '../../../decide/decision-panel';
import { action } from '../../../form/action';
import { ActionHost, ActionMenu } from '../../../form/action-host';
import { RecordNotes } from '../../../notes/record-notes';
import { naira } from '../../../rules/naira';
import { recordAddress } from '../../../rules/record-address';
import { actor, label } from '../../../rules/words';
import { Card } from '../../../ui/card';
import { Facts } from '../../../ui/facts';
import { Money } from '../../../ui/money';
import { Notice, ProblemNotice } from '../../../ui/notice';
import { Pill } from '../../../ui/pill';
import { RecordLink } from '../../../ui/record-link';
import { Timeline } from '../../../ui/timeline';
import { When } from '../../../ui/when';
import { CaseAssignee } from '../case-assignee';
import { DueTime } from '../due-time';
import { ChangeTable } from './change-table';
import { EntryTable } from './entry-table';

export type Approval = Answer<'getApproval'>;

/** Whoever asked for a change may take it back while it waits; for others there is nothing to withdraw. */
const actionsOf = (staffID: string) => [
  action<Approval>()({
    operation: 'withdrawChange',
    title: 'Withdraw',
    path: ({ approvalId }) => ({ approvalId }),
    consequence: () => 'The request ends and nothing changes. A new one has to be asked for.',
    isFor: ({ status, change, maker }) => status === 'Pending' && change !== null && maker === `staff:${staffID}`,
    done: 'The request has been withdrawn.',
  }),
];

/** One request that waits: what it is, what it leads to, and the decision on it. */
export function ApprovalCase({ id, onDecided }: { id: string; onDecided: () => void }) {
  const approval = useQuery(recordQuery('getApproval', id));
  if (!approval.data) return <ProblemNotice problem={approval.error} retry={() => void approval.refetch()} />;
  return <LoadedCase approval={approval.data} onDecided={onDecided} />;
}

function LoadedCase({ approval, onDecided }: { approval: Approval; onDecided: () => void }) {
  const isOpen = approval.status === 'Pending';
  const actions = actionsOf(useSession().view.staffID);
  const record =
    approval.recordKind && approval.recordId !== null
      ? recordAddress(approval.recordKind, approval.recordId)
      : undefined;
  return (
    <div className="space-y-4">
      <Card
        title={approval.title}
        actions={
          <span className="flex items-center gap-2">
            <Pill status={approval.status} />
            <ActionMenu actions={actions} record={approval} />
          </span>
        }
      >
        <p className="mt-0 mb-3 text-lg wrap-anywhere">{approval.summary}</p>
        {approval.changes.length > 0 && (
          <ChangeTable changes={approval.changes} isNew={approval.change?.before === null} />
        )}
        {approval.entries && <EntryTable entries={approval.entries} />}
        <Facts
          columns={3}
          of={[
            ['Amount', <Money amount={approval.amount} />],
            ['Asked by', actor(approval.maker)],
            isOpen && [
              'Assigned to',
              <CaseAssignee
                operation="assignApproval"
                path={{ approvalId: approval.approvalId }}
                assignee={approval.assignee}
              />,
            ],
            isOpen && ['Due', <DueTime at={approval.dueAt} isOverdue={approval.isOverdue} />],
            ['Asked', <When at={approval.createdAt} />],
            ['Approvals', `${approval.approvalsSoFar} of ${approval.requiredCheckers}`],
            !!approval.referenceNumber && ['Reference', approval.referenceNumber],
            !!approval.postingReferenceNumber && [
              'Posting',
              <RecordLink to={recordAddress('posting', approval.postingReferenceNumber)}>
                {approval.postingReferenceNumber}
              </RecordLink>,
            ],
            !!approval.recordKind && [
              'About',
              <RecordLink to={record}>{`${label(approval.recordKind)} ${approval.recordId}`}</RecordLink>,
            ],
            !!approval.transactionStatus && ['Movement', <Pill status={approval.transactionStatus} />],
          ]}
        />
        {approval.failureMessage && (
          <div className="mt-3">
            <Notice tone="danger">{approval.failureMessage}</Notice>
          </div>
        )}
      </Card>
      <Card title="Decision">
        <DecisionPanel
          subject={`${approval.title}${approval.amount === null ? '' : `, ${naira(approval.amount)}`}, asked by ${actor(approval.maker)}`}
          path={{ approvalId: approval.approvalId }}
          verdicts={verdictsOf(approval)}
          cannotBecause={approval.canDecide ? null : approval.cannotBecause}
          outcome={
            !isOpen && (
              <p className="m-0">
                {label(approval.status)} by {actor(approval.decidedBy)}, <When at={approval.decidedAt} />
              </p>
            )
          }
          onDecided={onDecided}
        />
        {approval.decisions.length > 0 && (
          <div className="mt-4">
            <Timeline
              items={approval.decisions.map((decision, index) => ({
                key: String(index),
                at: decision.decidedAt,
                title: `${decision.decision} by ${decision.staffID}`,
                text: decision.note,
                tone: decision.decision === 'Approved' ? 'good' : 'danger',
              }))}
            />
          </div>
        )}
      </Card>
      <RecordNotes
        of={{ list: 'listApprovalNotes', add: 'addApprovalNote', path: { approvalId: String(approval.approvalId) } }}
      />
      <ActionHost actions={actions} recordOf={() => approval} />
    </div>
  );
}

function verdictsOf(approval: Approval): Verdict[] {
  const further = approval.requiredCheckers - approval.approvalsSoFar - 1;
  const consequence =
    further > 0
      ? `Counts as one approval. ${further === 1 ? 'One more person' : `${further} more people`} must approve before anything happens.`
      : approval.consequence;
  return [
    { operation: 'approveRequest', title: 'Approve', key: 'a', done: 'Approved.', isNoteRequired: false, consequence },
    {
      operation: 'declineRequest',
      title: 'Decline',
      key: 'd',
      isDanger: true,
      done: 'Declined.',
      isNoteRequired: true,
      consequence: 'Nothing moves or changes. This is final: the maker has to ask again.',
    },
  ];
}
