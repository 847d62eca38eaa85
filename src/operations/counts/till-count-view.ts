import { koboToNaira } from '../../common/money/naira';
import { postingReferenceNumber } from '../../ledger/engine/posting.entity';
import type { TillCount } from './till-count.entity';
import type { TillCountView } from './till-counts.dto';

/** A count as staff see it. */
export function tillCountView(count: TillCount): TillCountView {
  const { id, tillId, businessDate, countedKobo, ledgerKobo, denominations, note, status, approvalId } = count;
  return {
    id,
    tillId,
    businessDate,
    counted: koboToNaira(countedKobo),
    ledgerBalance: koboToNaira(ledgerKobo),
    difference: koboToNaira(countedKobo - ledgerKobo),
    denominations,
    note,
    status,
    approvalId,
    postingReferenceNumber: count.postingId === null ? null : postingReferenceNumber(count.postingId),
    countedBy: count.countedBy,
    countedAt: count.countedAt.toISOString(),
  };
}
