import { useQuery } from '@tanstack/react-query';
import { recordQuery } from '../../../api/record-query';
import { useMay, useSession } from '../../../app/session';
import { DecisionPanel, type Verdict } from '../../../decide/decision-panel';
import { ActionButtons, ActionHost, useActions } from '../../../form/action-host';
import { actor, label, stateLabel } from '../../../rules/words';
import { Card } from '../../../ui/card';
import { Facts } from '../../../ui/facts';
import { Notice, ProblemNotice } from '../../../ui/notice';
import { Pill } from '../../../ui/pill';
import { RecordLink } from '../../../ui/record-link';
import { When } from '../../../ui/when';
import { CLOSE_ALERT, LINK_ALERT } from './alert-actions';
import { AlertFacts } from './alert-facts';
import { type Alert, isOpen, sourceAddress, sourceText } from './alert-words';

const DECISIONS = [LINK_ALERT, CLOSE_ALERT];

/** An alert: its finding, and the decision on it. */
export function AlertCase({ id, onDecided }: { id: string; onDecided: () => void }) {
  const alert = useQuery(recordQuery('getAmlAlert', id));
  if (!alert.data) return <ProblemNotice problem={alert.error} retry={() => void alert.refetch()} />;
  return <LoadedAlert alert={alert.data} onDecided={onDecided} />;
}

function LoadedAlert({ alert, onDecided }: { alert: Alert; onDecided: () => void }) {
  const isToReview = alert.status === 'closed' && alert.isSampled && alert.reviewAgrees === null;
  return (
    <div className="space-y-4">
      <Card title={`Alert ${alert.id}`} actions={<Pill status={alert.status} />}>
        <p className="mt-0 mb-3 text-lg">{alert.publicName}</p>
        <Facts
          columns={3}
          of={[
            [
              'Customer',
              alert.customerID && <RecordLink to={`/customers/${alert.customerID}`}>{alert.customerID}</RecordLink>,
            ],
            ['Source', sourceText(alert)],
            [
              'Found by',
              <RecordLink to={sourceAddress(alert)}>
                {alert.sourceVersion ? `${alert.sourceId}, version ${alert.sourceVersion}` : alert.sourceId}
              </RecordLink>,
            ],
            ['Score', `${alert.score} of 100`],
            ['Raised', <When at={alert.createdAt} />],
            alert.caseId !== null && [
              'Case',
              <RecordLink to={`/aml/cases/${alert.caseId}`}>{String(alert.caseId)}</RecordLink>,
            ],
            alert.closedBy !== null && ['Closed by', actor(alert.closedBy)],
            alert.closeReason !== null && ['Reason', stateLabel(alert.closeReason)],
            alert.closeNote !== null && ['Note', alert.closeNote],
            alert.isSampled && ['Second look', secondLook(alert)],
          ]}
        />
      </Card>
      <AlertFacts alert={alert} />
      <Card title="Decision">
        {isToReview ? <SecondLook alert={alert} onDecided={onDecided} /> : <Choices alert={alert} />}
      </Card>
      <ActionHost actions={DECISIONS} recordOf={() => alert} />
    </div>
  );
}

function secondLook({ reviewAgrees }: Alert): string {
  if (reviewAgrees === null) return 'Waits for somebody else';
  return reviewAgrees ? 'Agrees with the closing' : 'Does not agree; the alert was opened again';
}

/** In a case, or closed without one. */
function Choices({ alert }: { alert: Alert }) {
  const reasons = useActions(DECISIONS, alert);
  if (!isOpen(alert))
    return (
      <Notice>{alert.status === 'linked' ? 'The alert is decided with its case.' : `${label(alert.status)}.`}</Notice>
    );
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap gap-2">
        <ActionButtons actions={DECISIONS} record={alert} />
      </div>
      {reasons.map(
        ({ reason }) =>
          reason && (
            <p key={reason} className="m-0 text-muted">
              {reason}
            </p>
          ),
      )}
    </div>
  );
}

const SECOND_LOOK: Verdict[] = [
  {
    operation: 'verifyAmlAlertClosing',
    title: 'Agree',
    key: 'a',
    noteField: null,
    isNoteRequired: false,
    fixed: { agrees: true },
    consequence: 'The alert stays closed. This is final.',
    done: 'The alert stays closed.',
  },
  {
    operation: 'verifyAmlAlertClosing',
    title: 'Open again',
    key: 'd',
    isDanger: true,
    noteField: null,
    isNoteRequired: false,
    fixed: { agrees: false },
    consequence: 'The alert is in the queue again, and counts as closed wrongly in the figures of its source.',
    done: 'The alert is open again.',
  },
];

function SecondLook({ alert, onDecided }: { alert: Alert; onDecided: () => void }) {
  const { view } = useSession();
  const may = useMay();
  const isOwn = alert.closedBy === `staff:${view.staffID}`;
  const cannot = may('verifyAmlAlertClosing') ? null : 'You may see alerts, but not look at closings again.';
  return (
    <DecisionPanel
      subject={`Alert ${alert.id}, closed by ${actor(alert.closedBy)}: ${stateLabel(alert.closeReason ?? '')}`}
      path={{ alertId: alert.id }}
      verdicts={SECOND_LOOK}
      cannotBecause={isOwn ? 'You closed this alert; somebody else must look at it again.' : cannot}
      onDecided={onDecided}
    />
  );
}
