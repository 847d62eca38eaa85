import { addressOf } from '../../../api/client';
import { ActionButtons } from '../../../form/action-host';
import { type Column, DataTable } from '../../../list/data-table';
import { actor, label, stateLabel } from '../../../rules/words';
import { buttonLook } from '../../../ui/button';
import { Card } from '../../../ui/card';
import { Empty } from '../../../ui/empty';
import { Icon } from '../../../ui/icons';
import { Pill } from '../../../ui/pill';
import { RecordLink } from '../../../ui/record-link';
import { Timeline } from '../../../ui/timeline';
import { When } from '../../../ui/when';
import { sourceText } from '../alerts/alert-words';
import { ADD_EVIDENCE, ADD_NOTE, LINK_CASE, UPLOAD_EVIDENCE, WRITE_NARRATIVE } from './case-actions';
import { type AmlCase, type CaseEvent, eventText, outcomeText } from './case-words';
import { UploadEvidence } from './upload-evidence';

type Alert = AmlCase['alerts'][number];

const ALERTS: Column<Alert>[] = [
  {
    key: 'alert',
    header: 'Alert',
    cell: (row) => (
      <>
        <RecordLink to={`/aml/alerts/${row.id}`}>{row.publicName}</RecordLink>
        {row.reasons.map(({ text }) => (
          <span key={text} className="block text-sm text-muted">
            {text}
          </span>
        ))}
      </>
    ),
  },
  { key: 'source', header: 'Source', cell: sourceText, isSecondary: true },
  { key: 'score', header: 'Score', cell: (row) => row.score, isNumber: true },
  { key: 'raised', header: 'Raised', cell: (row) => <When at={row.createdAt} />, isSecondary: true },
  { key: 'state', header: 'State', cell: (row) => <Pill status={row.status} />, isSecondary: true },
];

/** The alerts of a case. */
export function CaseAlerts({ of }: { of: AmlCase }) {
  return (
    <Card title={`Alerts (${of.alerts.length})`} isFlush>
      {of.alerts.length === 0 ? (
        <Empty title="No alerts">An officer opened this case.</Empty>
      ) : (
        <DataTable caption="Alerts of the case" columns={ALERTS} rows={of.alerts} rowKey={(row) => String(row.id)} />
      )}
    </Card>
  );
}

const TONES: Partial<Record<CaseEvent['kind'], 'good' | 'warn' | 'danger' | 'info'>> = {
  opened: 'info',
  proposed: 'warn',
  closed: 'good',
  returned: 'danger',
  escalated: 'danger',
  reopened: 'warn',
};

/** Details of a step that read as a sentence. */
function detailText({ kind, details, text }: CaseEvent): string {
  const given = details as Record<string, string | number | boolean | null | undefined>;
  const part = ((): string | null => {
    if (kind === 'assigned') return given.staffID ? `To ${String(given.staffID)}` : 'To nobody';
    if (kind === 'status') return stateLabel(String(given.status));
    if (kind === 'evidence') return String(given.fileName);
    if (kind === 'alert-linked') return `Alert ${String(given.alertId)}`;
    if (kind === 'linked') return `Case ${String(given.caseId)}`;
    if (kind === 'proposed') return outcomeText(given.outcome as AmlCase['outcome']);
    if (kind === 'reviewed') return given.agrees ? 'Agrees' : 'Does not agree';
    if (kind === 'narrative') return Object.keys(given).map(label).join(', ');
    return null;
  })();
  return [part, text].filter(Boolean).join(': ');
}

/** Each step on a case, oldest first: who did it, when and why. */
export function CaseHistory({ of }: { of: AmlCase }) {
  const events = [...of.events].sort((a, b) => a.id - b.id);
  return (
    <Card title="History" actions={<ActionButtons actions={[ADD_NOTE]} record={of} isPlain />}>
      <Timeline
        items={events.map((event) => ({
          key: String(event.id),
          at: event.at,
          title: `${eventText(event)} – ${actor(event.actor)}`,
          text: <span className="whitespace-pre-wrap">{detailText(event)}</span>,
          tone: TONES[event.kind],
        }))}
      />
    </Card>
  );
}

const QUESTIONS = ['who', 'what', 'when', 'where', 'why', 'how'] as const;

/** The six questions of a report. */
export function CaseNarrative({ of }: { of: AmlCase }) {
  return (
    <Card title="Narrative" actions={<ActionButtons actions={[WRITE_NARRATIVE]} record={of} isPlain />}>
      <dl className="m-0 space-y-3">
        {QUESTIONS.map((question) => (
          <div key={question}>
            <dt className="text-sm text-muted">{label(question)}</dt>
            <dd className="m-0 whitespace-pre-wrap break-words">{of.narrative[question] || 'Not written yet.'}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

interface Evidence {
  documentId: number;
  fileName: string;
  sha256: string;
}

/** The files of a case with their digests. */
export function CaseEvidence({ of }: { of: AmlCase }) {
  const files = of.events.filter(({ kind }) => kind === 'evidence');
  return (
    <Card title="Evidence" actions={<ActionButtons actions={[UPLOAD_EVIDENCE, ADD_EVIDENCE]} record={of} isPlain />}>
      <UploadEvidence caseId={of.id} />
      {files.length === 0 ? (
        <Empty title="No evidence">
          Upload a file that only the case shows, or add a document of the customer. The case keeps the digest of each.
        </Empty>
      ) : (
        <ul className="m-0 list-none space-y-4 p-0">
          {files.map((event) => (
            <EvidenceFile key={event.id} caseId={of.id} event={event} file={event.details as unknown as Evidence} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function EvidenceFile({ caseId, event, file }: { caseId: number; event: CaseEvent; file: Evidence }) {
  return (
    <li className="flex flex-wrap items-start justify-between gap-2">
      <div className="min-w-0">
        <p className="m-0 font-medium break-words">{file.fileName}</p>
        <p className="m-0 break-words">{event.text}</p>
        <p className="m-0 text-sm text-muted">
          {actor(event.actor)}, <When at={event.at} />
        </p>
        <p className="m-0 text-sm break-all text-muted">SHA-256 {file.sha256}</p>
      </div>
      <a
        href={addressOf('downloadAmlCaseEvidence', { path: { caseId, documentId: file.documentId } })}
        download
        className={buttonLook('plain', true)}
        aria-label={`Download ${file.fileName}`}
      >
        <Icon name="download" /> Download
      </a>
    </li>
  );
}

/** Other cases that belong to this one. */
export function CaseLinks({ of }: { of: AmlCase }) {
  return (
    <Card title="Linked cases" actions={<ActionButtons actions={[LINK_CASE]} record={of} isPlain />}>
      {of.links.length === 0 ? (
        <p className="m-0 text-muted">None.</p>
      ) : (
        <ul className="m-0 list-disc space-y-1 pl-5">
          {of.links.map(({ caseId, reason }) => (
            <li key={caseId}>
              <RecordLink to={`/aml/cases/${caseId}`}>{`Case ${caseId}`}</RecordLink>: {reason}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
