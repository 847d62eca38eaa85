import { addressOf, type Row } from '../../../api/client';
import { action } from '../../../form/action';
import { buttonLook } from '../../../ui/button';
import { Icon } from '../../../ui/icons';

export type Export = Row<'listExports'>;

/** How often a page looks at exports that are not written yet. */
export const REFRESH_MS = 2_000;

const TITLES: Record<Export['report'], string> = {
  'individual-customers': 'Individual customers',
  'group-customers': 'Companies and groups',
  accounts: 'Accounts',
  transfers: 'Transfers',
  postings: 'Postings',
  'ledger-entries': 'Entries of a ledger',
  'audit-log': 'Audit log',
};

/** The list of an export, in words. */
export function exportTitle({ report }: Pick<Export, 'report'>): string {
  return TITLES[report];
}

/** True while the job has yet to write the file. */
export function isOpen({ status }: Pick<Export, 'status'>): boolean {
  return status === 'Queued' || status === 'Running';
}

export const CANCEL = action<Export>()({
  operation: 'cancelExport',
  title: 'Cancel the export',
  path: (row) => ({ exportId: row.id }),
  isFor: isOpen,
  done: 'The export is cancelled.',
});

/** Saves the file: the server sends it as an attachment. */
export function DownloadLink({ of }: { of: Export }) {
  if (of.status !== 'Done') return null;
  return (
    <a
      href={addressOf('downloadExport', { path: { exportId: of.id } })}
      download
      className={buttonLook('plain', true)}
      aria-label={`Download ${of.fileName}`}
    >
      <Icon name="download" /> Download
    </a>
  );
}
