import type { ListDefinition } from '../../../list/list-definition';
import { ListPage } from '../../../list/list-page';
import { recordAddress } from '../../../rules/record-address';
import { actor, label } from '../../../rules/words';
import { PageHead } from '../../../ui/page-head';
import { RecordLink } from '../../../ui/record-link';
import { NarrowWhen, When } from '../../../ui/when';
import { actionText, subjectOf } from './audit-words';
import { EntryDetails } from './entry-details';
import { VerifyLog } from './verify-log';

const LIST: ListDefinition<'listAuditLog'> = {
  operation: 'listAuditLog',
  exports: 'audit-log',
  title: 'Entries',
  isPart: true,
  filters: ['Actor', 'Action', 'Subject', 'From', 'To', 'Address', 'SessionID'],
  labels: { Actor: 'Who', Action: 'What', Subject: 'On what', To: 'Until', SessionID: 'Session' },
  columns: [
    { key: 'at', header: 'When', sort: 'at', cell: (row) => <When at={row.at} />, isSecondary: true },
    {
      key: 'actor',
      header: 'Who',
      cell: (row) => (
        <>
          <Actor name={row.actor} />
          {row.address && <span className="block text-sm text-muted max-md:hidden">{row.address}</span>}
        </>
      ),
    },
    {
      key: 'action',
      header: 'What',
      cell: (row) => (
        <>
          {actionText(row.action)}
          <span className="block text-sm break-all text-muted md:hidden">{row.subject}</span>
          <NarrowWhen at={row.at} />
        </>
      ),
    },
    { key: 'subject', header: 'On what', cell: (row) => <Subject of={row.subject} />, isSecondary: true },
    { key: 'details', header: 'Details', cell: (row) => <EntryDetails details={row.details} /> },
  ],
  rowKey: (row) => String(row.id),
  empty: 'Every change, decision and sign-in of staff is written here.',
};

function Actor({ name }: { name: string }) {
  const { kind, id } = subjectOf(name);
  return <RecordLink to={kind === 'staff' ? `/admin/staff/${id}` : undefined}>{actor(name)}</RecordLink>;
}

function Subject({ of }: { of: string }) {
  const { kind, id } = subjectOf(of);
  return (
    <>
      <span className="block text-sm text-muted">{label(kind)}</span>
      <RecordLink to={id ? recordAddress(kind, id) : undefined}>
        <span className="break-all">{id}</span>
      </RecordLink>
    </>
  );
}

/** Who changed or decided what, with the proof that nothing of it was altered. */
export default function AuditPage() {
  return (
    <div className="space-y-4">
      <PageHead
        title="Audit log"
        intro="Who changed or decided what, and when. Nothing in it can be changed or deleted."
      />
      <VerifyLog />
      <ListPage of={LIST} />
    </div>
  );
}
