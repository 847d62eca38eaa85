import { type EventFamily, field, optionalField } from './event-definition';

const AT = '2026-11-21T09:00:00.000Z';

/** The events of files of transfers (docs/api/bulk-transfers.md#posting). */
export const BULK_TRANSFERS: EventFamily = {
  scope: 'transfers:read',
  resource: 'bulk-transfer',
  resourceColumn: 'reference',
  ownOnly: true,
  types: {
    'bulk-transfer.held': 'A file of transfers waits for AML or for an approval; nothing has moved.',
    'bulk-transfer.accepted': 'The sum of a file was debited; its rows are posted, or are being posted.',
    'bulk-transfer.completed':
      'Every row of a file has its result. Those to other institutions may still be on their way.',
    'bulk-transfer.declined': 'Staff have declined a file; nothing has moved.',
    'bulk-transfer.failed': 'A file that waited was refused when it went on; nothing has moved.',
  },
  fields: [
    field('referenceNumber', 'reference', 'text', 'PAYROLL-2026-11', 'The `request-reference` of the file.'),
    field('status', 'status', 'text', 'Completed', '`Held`, `PendingApproval`, `Accepted`, `Completed`, …'),
    field('debitAccount', 'debit_account_number', 'text', '5000112345', 'The debited account.'),
    field('rowCount', 'row_count', 'integer', 600, 'The rows of the file.'),
    field('totalAmount', 'total_kobo', 'kobo', 300_000, 'The sum of the rows in Naira.'),
    field('outwardRows', 'outward_row_count', 'integer', 20, 'Rows to other institutions.'),
    field('postedRows', 'posted_rows', 'integer', 598, 'Rows that are posted.'),
    field('failedRows', 'failed_rows', 'integer', 2, 'Rows that were refused.'),
    field('returnedAmount', 'returned_kobo', 'kobo', 1_000, 'What went back for them, in Naira.'),
    field(
      'postingReferenceNumber',
      'posting_id',
      'posting',
      'PST000000020014',
      'The debit of the sum, or the waiting posting.',
    ),
    optionalField('failureCode', 'failure_code', 'text', 'INSUFFICIENT_FUNDS', 'Why a file that waited was refused.'),
    field('createdAt', 'created_at', 'instant', AT, 'When the file was sent.'),
    optionalField('completedAt', 'completed_at', 'instant', AT, 'When the last row got its result; null before.'),
  ],
};
