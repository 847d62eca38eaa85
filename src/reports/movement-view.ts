import { koboToNaira } from '../common/money/naira';
import { postingReferenceNumber } from '../ledger/engine/posting.entity';
import type { EntryRow } from './entry-rows';
import type { MovementRowView } from './statements.dto';

/** The view of an entry in statements and histories. */
export function movementView(entry: EntryRow): MovementRowView {
  const amount = koboToNaira(entry.amountKobo);
  return {
    transactionID: entry.postingId,
    transactionDate: entry.postedAt.toISOString(),
    financialDate: entry.businessDate,
    valueDate: entry.valueDate,
    narration: entry.narration,
    referenceNumber: entry.reference,
    postingReferenceNumber: postingReferenceNumber(entry.postingId),
    instrumentNumber: entry.instrumentNumber,
    debit: entry.side === 'debit' ? amount : 0,
    credit: entry.side === 'credit' ? amount : 0,
    virtualAccountNumber: entry.virtualAccountNumber,
  };
}
