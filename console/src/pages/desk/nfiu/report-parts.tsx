import { type Column, DataTable } from '../../../list/data-table';
import { actor, plural } from '../../../rules/words';
import { Card } from '../../../ui/card';
import { Empty } from '../../../ui/empty';
import { Facts } from '../../../ui/facts';
import { Money } from '../../../ui/money';
import { Notice } from '../../../ui/notice';
import { Pill } from '../../../ui/pill';
import { RecordLink } from '../../../ui/record-link';
import { Timeline, type TimelineItem } from '../../../ui/timeline';
import { Day, When } from '../../../ui/when';
import { DueTime } from '../../work/due-time';
import { basisText, findingField, type Report } from './report-words';

/** Whom and how much a report is about. */
export function ReportFacts({ report }: { report: Report }) {
  return (
    <Card title="Facts">
      <Facts
        columns={3}
        of={[
          [
            'Customer',
            report.customerID && <RecordLink to={`/customers/${report.customerID}`}>{report.customerID}</RecordLink>,
          ],
          report.caseId !== null && [
            'Case',
            <RecordLink to={`/aml/cases/${report.caseId}`}>{String(report.caseId)}</RecordLink>,
          ],
          ['Total', <Money amount={report.total} />],
          report.businessDate !== null && ['Business date', <Day on={report.businessDate} />],
          ['Due', <DueTime at={report.dueAt} isOverdue={report.isOverdue} />],
          ['Layout', `goAML ${report.layout}`],
          report.fiuReference !== null && ['Refers to', report.fiuReference],
          report.filingReceipt !== null && ['Receipt of the portal', report.filingReceipt],
          report.outcomeNote !== null && ['Answer of the NFIU', report.outcomeNote],
          report.xmlSha256 !== null && [
            'SHA-256 of the text',
            <code className="text-sm break-all">{report.xmlSha256}</code>,
          ],
        ]}
      />
    </Card>
  );
}

const DEADLINES: Column<Report['deadlines'][number]>[] = [
  { key: 'basis', header: 'Counts', cell: basisText },
  { key: 'due', header: 'Due', cell: ({ dueAt }) => <When at={dueAt} /> },
  {
    key: 'state',
    header: 'State',
    cell: ({ isAlarm, isLapsed }) => (
      <span className="flex flex-wrap gap-1">
        {isAlarm && <Pill status="Alarm" tone="info" />}
        {isLapsed && <Pill status="Lapsed" tone="danger" />}
      </span>
    ),
  },
];

/** By when the report must be filed, by each reading of the duty. */
export function ReportDueTimes({ report }: { report: Report }) {
  return (
    <Card title="Due times" isFlush>
      <DataTable
        caption="Due times of the report"
        columns={DEADLINES}
        rows={report.deadlines}
        rowKey={({ basis }) => basis}
      />
    </Card>
  );
}

type Finding = Report['findings'][number];

/** Whose data is missing: a customer's due diligence is recorded on the page of the customer. */
function Subject({ of }: { of: string | null }) {
  const customerID = /^customer (\d{8})$/.exec(of ?? '')?.[1];
  if (!customerID) return of ?? 'Institution';
  return <RecordLink to={`/customers/${customerID}?tab=diligence`}>{`Customer ${customerID}`}</RecordLink>;
}

const FINDINGS: Column<Finding>[] = [
  {
    key: 'message',
    header: 'To do',
    cell: (row) => (
      <>
        <b>{findingField(row.path)}</b> {row.message}
      </>
    ),
  },
  { key: 'subject', header: 'Data of', cell: (row) => <Subject of={row.subject} /> },
  {
    key: 'path',
    header: 'Place in the report',
    cell: (row) => <code className="text-sm break-all">{row.path}</code>,
    isSecondary: true,
  },
];

/** The findings of the check: each names a place and what to correct. */
export function CheckResult({ report }: { report: Report }) {
  const { findings, status, checkedAt } = report;
  if (findings.length > 0)
    return (
      <Card title={`Result of the check: ${plural(findings.length, 'finding')}`} isFlush>
        <DataTable
          caption="Findings of the check"
          columns={FINDINGS}
          rows={findings}
          rowKey={(row) => `${row.path} ${row.message}`}
        />
      </Card>
    );
  return (
    <Card title="Result of the check">
      {status === 'draft' || checkedAt === null ? (
        <p className="m-0 text-muted">Not checked yet, or returned since.</p>
      ) : (
        <Notice tone="good">
          Without findings, by {actor(report.checkedBy)}, <When at={checkedAt} />.
        </Notice>
      )}
    </Card>
  );
}

/** The ground, the indicators and the transactions. */
export function ReportText({ report }: { report: Report }) {
  return (
    <Card title="Content">
      <div className="space-y-4">
        <Facts
          columns={1}
          of={[
            ['Ground of the suspicion', report.reason && <span className="whitespace-pre-wrap">{report.reason}</span>],
            ['Done by the institution', report.action && <span className="whitespace-pre-wrap">{report.action}</span>],
            ['Indicators', report.indicators.join(', ')],
            report.conductors.length > 0 && [
              'Who brought or took cash',
              report.conductors
                .map(({ firstName, lastName, posting }) => `${firstName} ${lastName} (${posting})`)
                .join(', '),
            ],
          ]}
        />
        <Postings postings={report.postings} />
      </div>
    </Card>
  );
}

function Postings({ postings }: { postings: readonly string[] }) {
  if (postings.length === 0)
    return <Empty title="No transactions">The report is about the activity of the customer.</Empty>;
  return (
    <details open={postings.length <= 10}>
      <summary className="font-medium">{plural(postings.length, 'transaction')}</summary>
      <ul className="m-0 mt-2 list-disc columns-1 pl-5 sm:columns-2">
        {postings.map((posting) => (
          <li key={posting}>
            <RecordLink to={`/postings/${posting}`}>{posting}</RecordLink>
          </li>
        ))}
      </ul>
    </details>
  );
}

function preparation({ preparedBy, changedBy }: Report): string {
  const others = changedBy.filter((changer) => changer !== preparedBy);
  return `Prepared – ${actor(preparedBy)}${others.length === 0 ? '' : `, changed by ${others.map(actor).join(', ')}`}`;
}

/** The steps of a report in the order of time. */
export function ReportLife({ report }: { report: Report }) {
  const steps: (TimelineItem | false)[] = [
    report.suspectedAt !== null &&
      report.suspectedAt !== report.createdAt && {
        key: 'suspected',
        at: report.suspectedAt,
        title: 'Suspected',
        tone: 'info',
      },
    { key: 'prepared', at: report.createdAt, title: preparation(report), tone: 'info' },
    report.checkedAt !== null && {
      key: 'checked',
      at: report.checkedAt,
      title: `Checked – ${actor(report.checkedBy)}`,
      tone: 'info',
    },
    report.approvedAt !== null && {
      key: 'approved',
      at: report.approvedAt,
      title: `Approved – ${actor(report.approvedBy)}`,
      tone: 'good',
    },
    report.exportedAt !== null && { key: 'exported', at: report.exportedAt, title: 'Exported', tone: 'info' },
    report.submittedAt !== null && {
      key: 'submitted',
      at: report.submittedAt,
      title: 'Submitted',
      text: report.filingReceipt,
      tone: 'warn',
    },
    report.outcomeAt !== null && {
      key: 'outcome',
      at: report.outcomeAt,
      title: report.status === 'rejected' ? 'Rejected by the NFIU' : 'Answered by the NFIU',
      text: report.outcomeNote,
      tone: report.status === 'rejected' ? 'danger' : 'good',
    },
  ];
  return (
    <Card title="History">
      <Timeline items={steps.filter((step) => step !== false)} />
    </Card>
  );
}
