import { postingReferenceNumber } from '../../ledger/engine/posting.entity';
import type { AccountingPeriod } from './accounting-period.entity';
import type { AccountingPeriodView } from './accounting-periods.dto';

export function periodView(row: AccountingPeriod): AccountingPeriodView {
  const {
    id,
    kind,
    period,
    firstDay,
    lastDay,
    status,
    requestedBy,
    requestedAt,
    approvalId,
    decidedBy,
    closedAt,
    closingPostingId,
  } = row;
  return {
    id,
    kind,
    period,
    firstDay,
    lastDay,
    status,
    requestedBy,
    requestedAt: requestedAt.toISOString(),
    approvalId,
    decidedBy,
    closedAt: closedAt?.toISOString() ?? null,
    closingPostingReferenceNumber: closingPostingId === null ? null : postingReferenceNumber(closingPostingId),
  };
}
