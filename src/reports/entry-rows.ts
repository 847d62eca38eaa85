import type { Keyset, SortKey } from '../common/database/keyset';
import type { Tx } from '../common/database/unit-of-work';
import { commonErrors } from '../common/errors/common.errors';
import type { KeyValue } from '../common/http/page-cursor';
import type { DateBasis } from '../common/time/date-basis';
import type { Side } from '../ledger/engine/ledger-account.entity';

/** An entry of an account for statements and histories. */
export interface EntryRow {
  seq: number;
  postingId: number;
  side: Side;
  amountKobo: bigint;
  /** Balance of the account that holds the money, after this entry. */
  balanceKobo: bigint;
  narration: string;
  reference: string;
  instrumentNumber: string | null;
  businessDate: string;
  valueDate: string;
  postedAt: Date;
  /** The virtual account that the credit came through. */
  virtualAccountNumber: string | null;
}

const COLUMNS = `
    e.seq, e.posting_id, e.side, e.amount_kobo, e.balance_after_kobo,
  coalesce(e.narration, p.narration) AS narration, p.reference,
  p.instrument_number, e.business_date, p.value_date, e.posted_at, v.account_number AS virtual_account_number`;

const POSTING_OF_ENTRY = 'JOIN posting p ON p.institution_id = e.institution_id AND p.id = e.posting_id';
const VIRTUAL_OF_ENTRY =
  'LEFT JOIN virtual_account v ON v.institution_id = e.institution_id AND v.id = e.virtual_account_id';

interface Row {
  seq: string;
  posting_id: string;
  side: Side;
  amount_kobo: string;
  balance_after_kobo: string;
  narration: string;
  reference: string;
  instrument_number: string | null;
  business_date: string;
  value_date: string;
  posted_at: Date;
  virtual_account_number: string | null;
}

function entryRow(row: Row): EntryRow {
  return {
    seq: Number(row.seq),
    postingId: Number(row.posting_id),
    side: row.side,
    amountKobo: BigInt(row.amount_kobo),
    balanceKobo: BigInt(row.balance_after_kobo),
    narration: row.narration,
    reference: row.reference,
    instrumentNumber: row.instrument_number,
    businessDate: row.business_date,
    valueDate: row.value_date,
    postedAt: row.posted_at,
    virtualAccountNumber: row.virtual_account_number,
  };
}

/**
 * Reads entries by their numbers, in the order given. Entries are numbered without gaps, so a page of any period is
 * found without counting.
 * @param numbers at most a few hundred
 * @throws SERVICE_UNAVAILABLE (503) when one is missing: a replica that fell behind must not shorten a statement.
 */
export async function entriesNumbered(
  tx: Tx,
  { institutionId, ledgerAccountId }: { institutionId: number; ledgerAccountId: number },
  numbers: readonly number[],
): Promise<EntryRow[]> {
  if (numbers.length === 0) return [];
  const rows = await tx.query<Row[]>(
    `SELECT ${COLUMNS} FROM posting_entry e ${POSTING_OF_ENTRY} ${VIRTUAL_OF_ENTRY}
      WHERE e.institution_id = $1 AND e.account_id = $2 AND e.seq = ANY($3::bigint[])`,
    [institutionId, ledgerAccountId, numbers],
  );
  if (rows.length !== numbers.length)
    throw commonErrors.SERVICE_UNAVAILABLE('The reports are being updated; try again in a few seconds.');
  const byNumber = new Map(rows.map((row) => [Number(row.seq), entryRow(row)]));
  const entries = numbers.map((seq) => byNumber.get(seq)!);
  // The driver's promises keep their results until the next full garbage collection (measured: 600 bytes a row), so the
  // array is emptied.
  rows.length = 0;
  return entries;
}

/** A condition on an account's entries; `$1` is the institution, `$2` the account that holds the money. */
export interface EntryCondition {
  text: string;
  values: unknown[];
}

/** How entries under a condition are sorted; a value date leaves its entries in the order of posting. */
export const ENTRY_KEYS: Readonly<Record<DateBasis, readonly SortKey[]>> = {
  BookingDate: [
    { column: 'e.posted_at', type: 'instant' },
    { column: 'e.seq', type: 'bigint' },
  ],
  ValueDate: [
    { column: 'p.value_date', type: 'date' },
    { column: 'e.seq', type: 'bigint' },
  ],
};

/** The values of the keys of an entry. */
export function entryKeys({ postedAt, valueDate, seq }: EntryRow, basis: DateBasis): KeyValue[] {
  return [basis === 'BookingDate' ? postedAt.toISOString() : valueDate, String(seq)];
}

/** A page of the entries under a condition, and one more. @param keyset by `ENTRY_KEYS`. */
export async function entriesWhere(tx: Tx, { text, values }: EntryCondition, keyset: Keyset): Promise<EntryRow[]> {
  const { orderBy, limit, offset } = keyset;
  const own = [...values];
  const later = keyset.condition((value) => `$${own.push(value)}`) ?? 'true';
  const rows = await tx.query<Row[]>(
    `SELECT ${COLUMNS} FROM posting_entry e ${POSTING_OF_ENTRY} ${VIRTUAL_OF_ENTRY}
            WHERE e.institution_id = $1 AND e.account_id = $2 AND ${text} AND ${later}
      ORDER BY ${orderBy} LIMIT ${limit} OFFSET ${offset}`,
    own,
  );
  return rows.map(entryRow);
}

/** The number of entries under a condition, counted no further than `cap`. */
export async function countEntries(tx: Tx, { text, values }: EntryCondition, cap: number): Promise<number> {
  const rows = await tx.query<{ count: string }[]>(
    `SELECT count(*) AS count
       FROM (SELECT 1 FROM posting_entry e ${POSTING_OF_ENTRY}
              WHERE e.institution_id = $1 AND e.account_id = $2 AND ${text} LIMIT ${cap}) counted`,
    values,
  );
  return Number(rows[0]?.count);
}
