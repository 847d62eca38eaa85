import { BroughtEntry } from '../accounts/brought-over/brought-entry.entity';
import { selectRows } from '../common/database/rows';
import type { Tx } from '../common/database/unit-of-work';
import { koboToNaira } from '../common/money/naira';
import type { DateBasis } from '../common/time/date-basis';
import type { DateSpan } from './account-period';
import type { BroughtRowView } from './statements.dto';

/** The lines of an account's history in its earlier system that a statement shows before its opening balance. */
export interface BroughtPeriod {
  institutionId: number;
  accountId: number;
  span: DateSpan;
  basis: DateBasis;
  count: number;
}

const CHOSEN = { BookingDate: 'booked_on', ValueDate: 'value_date' } as const;
const ORDER = { BookingDate: 'booked_on, seq', ValueDate: 'value_date, booked_on, seq' } as const;

/** Counts the lines of a period, by either kind of date (docs/api/reports.md#brought-over-lines). */
export async function broughtPeriod(
  tx: Tx,
  institutionId: number,
  accountId: number,
  span: DateSpan,
  basis: DateBasis,
): Promise<BroughtPeriod> {
  const [row] = await tx.query<{ count: number }[]>(
    `SELECT count(*)::int AS count FROM brought_entry
      WHERE institution_id = $1 AND account_id = $2 AND ${CHOSEN[basis]} BETWEEN $3 AND $4`,
    [institutionId, accountId, span.from, span.to],
  );
  return { institutionId, accountId, span, basis, count: row!.count };
}

/** Lines of a period from a position on (0 is the first), oldest first. */
export async function broughtAt(
  tx: Tx,
  { institutionId, accountId, span, basis }: BroughtPeriod,
  position: number,
  count: number,
): Promise<BroughtEntry[]> {
  if (count <= 0) return [];
  return selectRows(
    tx,
    BroughtEntry,
    `WHERE institution_id = $1 AND account_id = $2 AND ${CHOSEN[basis]} BETWEEN $3 AND $4
      ORDER BY ${ORDER[basis]} LIMIT $5 OFFSET $6`,
    [institutionId, accountId, span.from, span.to, count, position],
  );
}

/** The view of a line in statements. */
export function broughtView(entry: BroughtEntry): BroughtRowView {
  return {
    financialDate: entry.bookedOn,
    valueDate: entry.valueDate,
    narration: entry.narration,
    referenceNumber: entry.reference,
    debit: koboToNaira(entry.debitKobo),
    credit: koboToNaira(entry.creditKobo),
    balance: koboToNaira(entry.balanceKobo),
  };
}
