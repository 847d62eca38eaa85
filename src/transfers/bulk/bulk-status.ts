import type { PostingStatus } from '../../ledger/engine/posting.entity';
import type { BulkTransfer } from './bulk-transfer.entity';
import type { BulkStatus } from './bulk-transfers.dto';

/** The status of a file, from that of the posting of its debit and from the results of its rows. */
export function bulkStatus(
  status: PostingStatus,
  { together, completedAt }: Pick<BulkTransfer, 'together' | 'completedAt'>,
): BulkStatus {
  switch (status) {
    case 'Held':
    case 'PendingApproval':
      return 'Pending';
    case 'Posted':
      return together || completedAt !== null ? 'Completed' : 'Processing';
    case 'Declined':
    case 'Failed':
      return status;
  }
}
