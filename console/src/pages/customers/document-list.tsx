import { addressOf, type Row } from '../../api/client';
import type { ListDefinition } from '../../list/list-definition';
import { actor, label } from '../../rules/words';
import { buttonLook } from '../../ui/button';
import { Icon } from '../../ui/icons';
import { When } from '../../ui/when';

type Document = Row<'listDocuments'>;

const KB = 1_024;

function sizeOf(bytes: number): string {
  return bytes < KB * KB ? `${Math.max(1, Math.round(bytes / KB))} KB` : `${(bytes / KB / KB).toFixed(1)} MB`;
}

/** Saves the file: the server sends it as an attachment. */
function DownloadLink({ document }: { document: Document }) {
  if (document.deletedAt) return <span className="text-muted">Deleted</span>;
  return (
    <a
      href={addressOf('downloadDocument', { path: { documentId: document.documentID } })}
      download
      className={buttonLook('plain', true)}
      aria-label={`Download ${document.fileName}`}
    >
      <Icon name="download" /> Download
    </a>
  );
}

/** The files of one record; also a part of the pages of customers and accounts. */
export const DOCUMENTS: ListDefinition<'listDocuments'> = {
  operation: 'listDocuments',
  title: 'Documents',
  intro: 'Files kept with a customer, account, loan or fixed deposit.',
  columns: [
    { key: 'type', header: 'Document', cell: (row) => label(row.documentType) },
    { key: 'file', header: 'File', cell: (row) => <span className="break-all">{row.fileName}</span> },
    { key: 'size', header: 'Size', cell: (row) => sizeOf(row.size), isNumber: true, isSecondary: true },
    { key: 'by', header: 'Added by', cell: (row) => actor(row.uploadedBy), isSecondary: true },
    { key: 'at', header: 'Added', cell: (row) => <When at={row.createdAt} />, isSecondary: true },
    { key: 'file-link', header: 'File', cell: (row) => <DownloadLink document={row} />, isNumber: true },
  ],
  rowKey: (row) => String(row.documentID),
  filters: ['EntityType', 'EntityId', 'IncludeDeleted'],
  needs: ['EntityType', 'EntityId'],
  labels: { EntityType: 'Kept with', EntityId: 'Its number', IncludeDeleted: 'With deleted ones' },
  empty: 'No file is kept with this record. API clients add files when they register customers and loans.',
};
