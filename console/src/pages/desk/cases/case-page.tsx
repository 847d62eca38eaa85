import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { recordQuery } from '../../../api/record-query';
import { useMay } from '../../../app/session';
import { ActionHost, ActionMenu } from '../../../form/action-host';
import { actor } from '../../../rules/words';
import { Card } from '../../../ui/card';
import { Facts } from '../../../ui/facts';
import { ProblemNotice } from '../../../ui/notice';
import { PageHead } from '../../../ui/page-head';
import { Pill } from '../../../ui/pill';
import { RecordLink } from '../../../ui/record-link';
import { TabPanels } from '../../../ui/tab-panels';
import { When } from '../../../ui/when';
import { CaseAssignee } from '../../work/case-assignee';
import { DueTime } from '../../work/due-time';
import { ReportsOfCase } from '../nfiu/reports-of-case';
import { CASE_ACTIONS } from './case-actions';
import { CaseDecision } from './case-decision';
import { CaseAlerts, CaseEvidence, CaseHistory, CaseLinks, CaseNarrative } from './case-parts';
import { type AmlCase, nextDue, queueText } from './case-words';
import { Counterparties } from './counterparties';

/** One case with everything of it. */
export default function CasePage() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const found = useQuery(recordQuery('getAmlCase', id));
  if (!found.data)
    return (
      <div className="space-y-4">
        <PageHead title={`Case ${id}`} />
        <ProblemNotice problem={found.error} retry={() => void found.refetch()} />
      </div>
    );
  return <LoadedCase of={found.data} />;
}

function LoadedCase({ of }: { of: AmlCase }) {
  return (
    <div className="space-y-4">
      <PageHead
        title={`Case ${of.id}`}
        beside={
          <span className="flex flex-wrap gap-1">
            <Pill status={of.status} />
            <Pill status={of.priority} text={`Priority ${of.priority}`} />
            {of.isOverdue && <Pill status="Overdue" />}
          </span>
        }
        intro={
          of.customerID && <RecordLink to={`/customers/${of.customerID}`}>{`Customer ${of.customerID}`}</RecordLink>
        }
      >
        <ActionMenu actions={CASE_ACTIONS} record={of} />
      </PageHead>
      <TabPanels
        panels={[
          { name: 'overview', title: 'Overview', content: () => <Overview of={of} /> },
          { name: 'history', title: 'History', content: () => <CaseHistory of={of} /> },
          { name: 'narrative', title: 'Narrative', content: () => <CaseNarrative of={of} /> },
          { name: 'evidence', title: 'Evidence', content: () => <CaseEvidence of={of} /> },
          {
            name: 'counterparties',
            title: 'Counterparties',
            operation: 'getAmlCaseGraph',
            content: () => <Counterparties caseId={of.id} />,
          },
          {
            name: 'reports',
            title: 'Reports',
            operation: 'listNfiuReports',
            content: () => <ReportsOfCase of={of} />,
          },
        ]}
      />
      <ActionHost actions={CASE_ACTIONS} recordOf={() => of} />
    </div>
  );
}

function Overview({ of }: { of: AmlCase }) {
  const may = useMay();
  const isOpen = of.status !== 'closed';
  const due = nextDue(of);
  return (
    <div className="space-y-4">
      <Card title="Facts">
        <Facts
          columns={3}
          of={[
            ['Queue', queueText(of)],
            [
              'Officer',
              isOpen && may('assignAmlCase') ? (
                <CaseAssignee operation="assignAmlCase" path={{ caseId: of.id }} assignee={of.owner} />
              ) : (
                (of.owner ?? 'Nobody')
              ),
            ],
            ['Risk of the customer', of.riskLevel ? <Pill status={of.riskLevel} /> : 'Not rated'],
            ['Opened', <When at={of.createdAt} />],
            ['Opened by', actor(of.openedBy)],
            isOpen && [
              due.isToBegin ? 'To begin by' : 'To decide by',
              <DueTime at={due.at} isOverdue={of.isOverdue} />,
            ],
            of.escalatedAt !== null && ['Escalated', <When at={of.escalatedAt} />],
          ]}
        />
      </Card>
      <CaseDecision of={of} />
      <CaseAlerts of={of} />
      <CaseLinks of={of} />
    </div>
  );
}
