import type { Tx } from '../common/database/unit-of-work';
import type { DateBasis } from '../common/time/date-basis';
import { type AccountPeriod, accountPeriod, type DateSpan, entryCount } from './account-period';
import { entriesNumbered, type EntryRow } from './entry-rows';

/** Entries of an account with consecutive numbers that follow each other in a statement. */
export interface EntryRun {
  firstSeq: number;
  lastSeq: number;
  /** The amount that the statement's balance after an entry of the run has above the account's balance after it. */
  shiftKobo: bigint;
}

/** The entries of an account in a period of either kind of date, with balances and totals. */
export interface StatementPeriod {
  institutionId: number;
  ledgerAccountId: number;
  basis: DateBasis;
  openingKobo: bigint;
  closingKobo: bigint;
  debitsKobo: bigint;
  creditsKobo: bigint;
  /** In the order of the statement, oldest first. */
  runs: readonly EntryRun[];
  rowCount: number;
}

/** The page of a list, as paging queries have it. */
export interface StatementPage {
  PageNumber: number;
  PageSize: number;
  Direction: 'Asc' | 'Desc';
}

/**
 * No value date is after its business date, so what counts from a date on was booked on it or later; everything booked
 * before counts before.
 */
const BOOKED_SINCE = `
  SELECT e.seq, p.value_date, e.side, e.amount_kobo
    FROM posting_entry e JOIN posting p ON p.institution_id = e.institution_id AND p.id = e.posting_id
   WHERE e.institution_id = $1 AND e.account_id = $2 AND e.seq >= $3`;

const VALUED_BEFORE = `
  SELECT coalesce(sum(CASE side WHEN 'credit' THEN amount_kobo ELSE -amount_kobo END), 0)::text AS kobo
    FROM (${BOOKED_SINCE}) booked WHERE value_date < $4`;

const RUNS = `
  SELECT runs.first_seq, runs.last_seq, runs.debits, runs.credits,
         (f.balance_after_kobo - CASE f.side WHEN 'credit' THEN f.amount_kobo ELSE -f.amount_kobo END)::text AS before
    FROM (SELECT value_date, min(seq) AS first_seq, max(seq) AS last_seq,
                 coalesce(sum(amount_kobo) FILTER (WHERE side = 'debit'), 0)::text AS debits,
                 coalesce(sum(amount_kobo) FILTER (WHERE side = 'credit'), 0)::text AS credits
            FROM (SELECT booked.*, seq - row_number() OVER (PARTITION BY value_date ORDER BY seq) AS island
                    FROM (${BOOKED_SINCE}) booked WHERE value_date BETWEEN $4 AND $5) islands
           GROUP BY value_date, island) runs
    JOIN posting_entry f ON f.institution_id = $1 AND f.account_id = $2 AND f.seq = runs.first_seq
   ORDER BY runs.value_date, runs.first_seq`;

interface RunRow {
  first_seq: string;
  last_seq: string;
  debits: string;
  credits: string;
  before: string;
}

/**
 * Finds the entries of a customer's account in a period: in the order of booking, or in the order of their value dates
 * and, within a date, of booking, with balances in that order.
 * @throws SERVICE_UNAVAILABLE (503) when the replica does not have the account yet.
 */
export async function statementPeriod(
  tx: Tx,
  institutionId: number,
  ledgerAccountId: number,
  span: DateSpan,
  basis: DateBasis,
): Promise<StatementPeriod> {
  const booked = await accountPeriod(tx, institutionId, ledgerAccountId, span);
  return basis === 'ValueDate' ? valuedPeriod(tx, booked, span) : bookedPeriod(booked);
}

function bookedPeriod(period: AccountPeriod): StatementPeriod {
  const { firstSeq, lastSeq, ...rest } = period;
  const rowCount = entryCount(period);
  return {
    ...rest,
    basis: 'BookingDate',
    runs: rowCount === 0 ? [] : [{ firstSeq, lastSeq, shiftKobo: 0n }],
    rowCount,
  };
}

async function valuedPeriod(tx: Tx, booked: AccountPeriod, { from, to }: DateSpan): Promise<StatementPeriod> {
  const { institutionId, ledgerAccountId } = booked;
  const since = [institutionId, ledgerAccountId, booked.firstSeq, from];
  const [late] = await tx.query<{ kobo: string }[]>(VALUED_BEFORE, since);
  const rows = await tx.query<RunRow[]>(RUNS, [...since, to]);
  const openingKobo = booked.openingKobo + BigInt(late!.kobo);
  const runs: EntryRun[] = [];
  let [closingKobo, debitsKobo, creditsKobo, rowCount] = [openingKobo, 0n, 0n, 0];
  for (const row of rows) {
    const [firstSeq, lastSeq] = [Number(row.first_seq), Number(row.last_seq)];
    const shiftKobo = closingKobo - BigInt(row.before);
    const previous = runs.at(-1);
    if (previous?.lastSeq === firstSeq - 1 && previous.shiftKobo === shiftKobo) previous.lastSeq = lastSeq;
    else runs.push({ firstSeq, lastSeq, shiftKobo });
    debitsKobo += BigInt(row.debits);
    creditsKobo += BigInt(row.credits);
    closingKobo = openingKobo + creditsKobo - debitsKobo;
    rowCount += lastSeq - firstSeq + 1;
  }
  return {
    institutionId,
    ledgerAccountId,
    basis: 'ValueDate',
    openingKobo,
    closingKobo,
    debitsKobo,
    creditsKobo,
    runs,
    rowCount,
  };
}

/** The rows of one page, counted from the end of the period when the newest come first. */
export async function entriesOfPage(tx: Tx, period: StatementPeriod, page: StatementPage): Promise<EntryRow[]> {
  const { from, to } = rowsOfPage(period.rowCount, page);
  const entries = await entriesAt(tx, period, from, to - from);
  return page.Direction === 'Asc' ? entries : entries.reverse();
}

/** The positions of a page's rows among all rows, oldest first: from the one, up to but not including the other. */
export function rowsOfPage(
  rowCount: number,
  { PageNumber, PageSize, Direction }: StatementPage,
): { from: number; to: number } {
  const skipped = Math.min((PageNumber - 1) * PageSize, rowCount);
  const shown = Math.min(PageSize, rowCount - skipped);
  return Direction === 'Asc'
    ? { from: skipped, to: skipped + shown }
    : { from: rowCount - skipped - shown, to: rowCount - skipped };
}

/**
 * The rows of a page behind an entry of the period, and one more where there is one; none where the period does not
 * have the entry any more.
 *
 * @param seq of the entry.
 */
export async function entriesBehind(
  tx: Tx,
  period: StatementPeriod,
  seq: number,
  { PageSize, Direction }: StatementPage,
): Promise<EntryRow[]> {
  const position = positionOf(period, seq);
  if (position === undefined) return [];
  const from = Direction === 'Asc' ? position + 1 : Math.max(0, position - PageSize - 1);
  const to = Direction === 'Asc' ? Math.min(period.rowCount, from + PageSize + 1) : position;
  if (to <= from) return [];
  const entries = await entriesAt(tx, period, from, to - from);
  return Direction === 'Asc' ? entries : entries.reverse();
}

/** The position of an entry among the rows of a period, oldest first. */
function positionOf({ runs }: StatementPeriod, seq: number): number | undefined {
  let start = 0;
  for (const { firstSeq, lastSeq } of runs) {
    if (firstSeq <= seq && seq <= lastSeq) return start + seq - firstSeq;
    start += lastSeq - firstSeq + 1;
  }
  return undefined;
}

/**
 * Rows of a period from a position on (0 is the first), oldest first, with the balances of the statement.
 * @throws SERVICE_UNAVAILABLE (503) when one is missing.
 */
export async function entriesAt(tx: Tx, period: StatementPeriod, position: number, count: number): Promise<EntryRow[]> {
  const chosen = new Map<number, bigint>();
  let start = 0;
  for (const { firstSeq, lastSeq, shiftKobo } of period.runs) {
    const length = lastSeq - firstSeq + 1;
    const from = firstSeq + Math.max(0, position - start);
    const through = Math.min(lastSeq, firstSeq + position + count - start - 1);
    for (let seq = from; seq <= through; seq += 1) chosen.set(seq, shiftKobo);
    start += length;
    if (start >= position + count) break;
  }
  const entries = await entriesNumbered(tx, period, [...chosen.keys()]);
  for (const entry of entries) entry.balanceKobo += chosen.get(entry.seq)!;
  return entries;
}

/** Gives entries that were found by another condition the balances of the statement. */
export function withBalancesOf({ runs }: StatementPeriod, entries: readonly EntryRow[]): EntryRow[] {
  return entries.map((entry) => {
    const run = runs.find(({ firstSeq, lastSeq }) => firstSeq <= entry.seq && entry.seq <= lastSeq);
    return { ...entry, balanceKobo: entry.balanceKobo + (run?.shiftKobo ?? 0n) };
  });
}
