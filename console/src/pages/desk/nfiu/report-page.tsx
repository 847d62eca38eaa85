import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { recordQuery } from '../../../api/record-query';
import { useMay, useSession } from '../../../app/session';
import { DecisionPanel, type Verdict } from '../../../decide/decision-panel';
import type { Action } from '../../../form/action';
import { ActionButtons, ActionHost, ActionMenu } from '../../../form/action-host';
import { actor } from '../../../rules/words';
import { Card } from '../../../ui/card';
import { Notice, ProblemNotice } from '../../../ui/notice';
import { PageHead } from '../../../ui/page-head';
import { Pill } from '../../../ui/pill';
import { CHECK, EXPORT, FILED, OUTCOME, REPORT_ACTIONS, RETURN } from './report-actions';
import { CheckResult, ReportDueTimes, ReportFacts, ReportLife, ReportText } from './report-parts';
import { kindText, type Report } from './report-words';

/** One report: its content, the result of its check, and its way to the NFIU. */
export default function NfiuReportPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const report = useQuery(recordQuery('getNfiuReport', id));
  if (!report.data)
    return (
      <div className="space-y-4">
        <PageHead title="Report to the NFIU" />
        <ProblemNotice problem={report.error} retry={() => void report.refetch()} />
      </div>
    );
  return <LoadedReport report={report.data} />;
}

function LoadedReport({ report }: { report: Report }) {
  return (
    <div className="space-y-4">
      <PageHead
        title={`Report ${report.number}`}
        beside={
          <span className="flex flex-wrap gap-1">
            <Pill status={report.status} />
            {report.isOverdue && <Pill status="Overdue" />}
          </span>
        }
        intro={kindText(report)}
      >
        <ActionMenu actions={REPORT_ACTIONS} record={report} />
      </PageHead>
      <ReportFacts report={report} />
      <ReportDueTimes report={report} />
      <Card title="Next step">
        <NextStep report={report} />
      </Card>
      <CheckResult report={report} />
      <ReportText report={report} />
      <ReportLife report={report} />
      <ActionHost actions={REPORT_ACTIONS} recordOf={() => report} />
    </div>
  );
}

const NEXT: Partial<Record<Report['status'], string>> = {
  draft: 'Check the report. Somebody else then approves it.',
  approved: 'Save the file, and hand it in at the portal of the NFIU.',
  exported:
    'Hand the file in at the portal of the NFIU, and record the receipt here. Return the report to draft where the portal does not take it.',
  submitted: 'Record the answer of the NFIU when it comes.',
  accepted: 'The NFIU has accepted the report. Nothing is left to do.',
  rejected: 'Return the report to draft, correct it and file it again.',
  withdrawn: 'The report was withdrawn and will not be filed.',
};

/** The buttons of the next step; the menu has all others. */
const NEXT_ACTIONS: Partial<Record<Report['status'], Action<Report>[]>> = {
  draft: [CHECK],
  approved: [EXPORT],
  exported: [FILED, EXPORT],
  submitted: [OUTCOME],
  rejected: [RETURN],
};

function NextStep({ report }: { report: Report }) {
  if (report.status === 'checked') return <Approval report={report} />;
  return (
    <div className="space-y-3">
      <p>{NEXT[report.status]}</p>
      <div className="flex flex-wrap gap-2 empty:hidden">
        <ActionButtons actions={NEXT_ACTIONS[report.status] ?? []} record={report} />
      </div>
    </div>
  );
}

/** Approving names the text that is shown, so that one that took its place meanwhile is not approved unread. */
const verdictsOn = ({ xmlSha256 }: Report): Verdict[] => [
  {
    operation: 'approveNfiuReport',
    fixed: { xmlSha256: xmlSha256 ?? undefined },
    title: 'Approve',
    key: 'a',
    noteField: null,
    isNoteRequired: false,
    consequence: 'The text of the check can be exported, byte for byte. Nothing is sent by the program itself.',
    done: 'The report is approved.',
  },
  {
    operation: 'resetNfiuReport',
    title: 'Return to draft',
    key: 'd',
    isDanger: true,
    isNoteRequired: true,
    consequence: 'The report loses its text. It has to be corrected and checked again.',
    done: 'The report is a draft again.',
  },
];

/** Nobody who prepared, changed or checked a report approves it; each of them may return it. */
function Approval({ report }: { report: Report }) {
  const { view } = useSession();
  const may = useMay();
  const me = `staff:${view.staffID}`;
  const hadPart = [report.preparedBy, ...report.changedBy, report.checkedBy].includes(me);
  const verdicts = verdictsOn(report).filter(
    ({ operation }) => may(operation) && !(operation === 'approveNfiuReport' && hadPart),
  );
  return (
    <div className="space-y-3">
      {hadPart && (
        <Notice>
          You prepared, changed or checked this report; somebody else must approve it. You can return it to draft.
        </Notice>
      )}
      <DecisionPanel
        subject={`Report ${report.number} about customer ${report.customerID ?? '–'}, checked by ${actor(report.checkedBy)}`}
        path={{ nfiuReportId: report.id }}
        verdicts={verdicts}
        cannotBecause={verdicts.length === 0 ? 'You may see reports, but not decide on them.' : null}
        onDecided={() => undefined}
      />
    </div>
  );
}
