import { useMay, useSession } from '../../../app/session';
import { DecisionPanel, type Verdict } from '../../../decide/decision-panel';
import { ActionButtons } from '../../../form/action-host';
import { actor, plural, stateLabel } from '../../../rules/words';
import { Card } from '../../../ui/card';
import { Facts } from '../../../ui/facts';
import { When } from '../../../ui/when';
import { CASE_ACTIONS, PROPOSE } from './case-actions';
import { type AmlCase, outcomeText } from './case-words';

/** The decision on a case: proposed by one person, made by another, and looked at again for some. */
export function CaseDecision({ of }: { of: AmlCase }) {
  return (
    <Card title="Decision">
      <div className="space-y-4">
        {of.outcome !== null && <Proposal of={of} />}
        {of.status === 'proposed' && <Closing of={of} />}
        {of.status === 'closed' && <Closed of={of} />}
        {of.status !== 'closed' && of.status !== 'proposed' && (
          <>
            <p className="text-muted">Nothing is decided. One person asks to close the case, another one closes it.</p>
            <ActionButtons actions={[PROPOSE]} record={of} />
          </>
        )}
      </div>
    </Card>
  );
}

function Proposal({ of }: { of: AmlCase }) {
  return (
    <Facts
      columns={3}
      of={[
        ['Outcome', outcomeText(of.outcome)],
        ['Reason', of.reasonCode && stateLabel(of.reasonCode)],
        ['Proposed by', actor(of.proposedBy)],
        ['Rationale', of.rationale],
        of.closedBy !== null && ['Closed by', actor(of.closedBy)],
        of.closedAt !== null && ['Closed', <When at={of.closedAt} />],
      ]}
    />
  );
}

function closingVerdicts(of: AmlCase): Verdict[] {
  return [
    {
      operation: 'closeAmlCase',
      fixed: { proposedAt: of.proposedAt ?? undefined },
      title: 'Close as proposed',
      key: 'a',
      noteField: null,
      isNoteRequired: false,
      consequence: `The case and ${plural(of.alerts.length, 'alert')} of it are closed. Some closed cases are looked at again by somebody else.`,
      done: 'The case is closed.',
    },
    {
      operation: 'declineAmlCaseClosing',
      title: 'Decline',
      key: 'd',
      isDanger: true,
      noteField: 'text',
      isNoteRequired: true,
      consequence: 'The case goes back to the work in progress, and the proposal is dropped.',
      done: 'The case is in progress again.',
    },
  ];
}

function Closing({ of }: { of: AmlCase }) {
  const { view } = useSession();
  const may = useMay();
  const isOwn = of.proposedBy === `staff:${view.staffID}`;
  const cannot = may('closeAmlCase') ? null : 'You may see cases, but not close them.';
  return (
    <DecisionPanel
      subject={`Case ${of.id} of customer ${of.customerID ?? '–'}: ${outcomeText(of.outcome)}, proposed by ${actor(of.proposedBy)}`}
      path={{ caseId: of.id }}
      verdicts={closingVerdicts(of)}
      cannotBecause={isOwn ? 'You proposed this closing; somebody else must decide it.' : cannot}
      onDecided={() => undefined}
    />
  );
}

const SECOND_LOOK: Verdict[] = [
  {
    operation: 'verifyAmlCase',
    title: 'Agree',
    key: 'a',
    fixed: { agrees: true },
    isNoteRequired: true,
    consequence: 'The closing was right. This is final.',
    done: 'The second look is kept.',
  },
  {
    operation: 'verifyAmlCase',
    title: 'Disagree',
    key: 'd',
    isDanger: true,
    fixed: { agrees: false },
    isNoteRequired: true,
    consequence: 'The closing counts as wrong in the figures. The case stays closed until somebody resumes it.',
    done: 'The second look is kept.',
  },
];

function Closed({ of }: { of: AmlCase }) {
  const { view } = useSession();
  const may = useMay();
  const resume = (
    <ActionButtons actions={CASE_ACTIONS.filter(({ operation }) => operation === 'resumeAmlCase')} record={of} />
  );
  if (!of.isSampled) return resume;
  if (of.reviewAgrees !== null)
    return (
      <>
        <p>{of.reviewAgrees ? 'The second look agrees.' : 'The second look does not agree.'}</p>
        {resume}
      </>
    );
  const me = `staff:${view.staffID}`;
  const hadPart = of.closedBy === me || of.proposedBy === me;
  const cannot = may('verifyAmlCase') ? null : 'You may see cases, but not look at closings again.';
  return (
    <>
      <p>Chosen for a second look by somebody who had no part in the decision.</p>
      <DecisionPanel
        subject={`Case ${of.id}: ${outcomeText(of.outcome)}, closed by ${actor(of.closedBy)}`}
        path={{ caseId: of.id }}
        verdicts={SECOND_LOOK}
        cannotBecause={hadPart ? 'You had a part in this decision; somebody else must look at it again.' : cannot}
        onDecided={() => undefined}
      />
      {resume}
    </>
  );
}
