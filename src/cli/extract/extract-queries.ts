import type { Tx } from '../../common/database/unit-of-work';
import { withoutTimeLimit } from '../../common/database/unit-of-work';
import { searchedFrom, searchedTo } from '../../end-of-day/rolled-at';
import { eventsOf } from '../../events/catalogue/event-catalogue';
import { EventRecord } from '../../events/event-record.entity';
import { withPostingParts } from '../../events/posting-event-parts';
import type { ExtractRow } from './extract-table';

/** Rows that are in memory at a time. */
const BATCH_ROWS = 5_000;
const EVENT_BATCH_ROWS = 500;

const INSTANT = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;

/** Entries whose business date is after the second parameter and up to the third, of one closed date. */
const ENTRIES = `SELECT p.business_date::text, p.value_date::text,
    to_char(e.posted_at AT TIME ZONE 'UTC', ${INSTANT}) AS posted_at, p.id AS posting_id, e.leg::text, p.kind, p.reference,
    a.number AS account_number, a.kind AS account_kind, l.number AS ledger_code, b.branch_code, e.side, e.role,
    e.amount_kobo, e.balance_after_kobo, e.seq AS entry_number, p.reverses_id AS reverses_posting_id,
    coalesce(e.narration, p.narration) AS narration
  FROM posting p
  JOIN posting_entry e ON e.institution_id = $1 AND e.posting_id = p.id
  JOIN ledger_account a ON a.institution_id = $1 AND a.id = e.account_id
  LEFT JOIN LATERAL (SELECT id, from_ledger_id, from_branch_id FROM ledger_account_move
    WHERE institution_id = $1 AND account_id = e.account_id AND entry_seq >= e.seq ORDER BY id LIMIT 1) m ON true
  LEFT JOIN ledger_account l ON l.institution_id = $1 AND l.id = coalesce(m.from_ledger_id, a.control_account_id, a.id)
  LEFT JOIN branch b ON b.institution_id = $1
    AND b.id = coalesce(e.branch_id, CASE WHEN m.id IS NULL THEN a.branch_id ELSE m.from_branch_id END)
 WHERE p.institution_id = $1 AND p.status = 'Posted'
   AND p.posted_at >= ${searchedFrom('$2')} AND p.posted_at <= ${searchedTo('$3')}
   AND p.business_date > coalesce($2::date, '-infinity') AND p.business_date <= $3::date
 ORDER BY p.posted_at, p.id, e.leg`;

/**
 * Balances at the end of a date: the running totals of the account's last entry up to it and, by value date, what was
 * booked later with a value date up to it. The time at which the date rolled finds the entry.
 */
const BALANCES = `SELECT $2::text AS date, a.number AS account_number, a.kind AS account_kind, l.number AS ledger_code,
    b.branch_code, a.normal_side, s.debits::text AS debits_kobo, s.credits::text AS credits_kobo,
    CASE a.normal_side WHEN 'debit' THEN s.debits - s.credits ELSE s.credits - s.debits END::text AS balance_kobo
  FROM ledger_account a
  LEFT JOIN LATERAL (SELECT debits_after_kobo, credits_after_kobo FROM posting_entry
    WHERE institution_id = $1 AND account_id = a.id AND business_date <= $2::date
      AND posted_at <= ${searchedTo('$2')}
    ORDER BY posted_at DESC, seq DESC LIMIT 1) t ON true
  LEFT JOIN LATERAL (SELECT sum(debits_kobo) AS debits, sum(credits_kobo) AS credits FROM account_daily_total
    WHERE $3::date IS NOT NULL AND institution_id = $1 AND account_id = a.id AND business_date > $2::date
      AND business_date <= $3::date AND value_date <= $2::date) late ON true
  CROSS JOIN LATERAL (SELECT coalesce(t.debits_after_kobo, 0) + coalesce(late.debits, 0) AS debits,
    coalesce(t.credits_after_kobo, 0) + coalesce(late.credits, 0) AS credits) s
  LEFT JOIN LATERAL (SELECT id, from_ledger_id, from_branch_id FROM ledger_account_move
    WHERE institution_id = $1 AND account_id = a.id AND business_date > $2::date ORDER BY id LIMIT 1) m ON true
  LEFT JOIN ledger_account l ON l.institution_id = $1 AND l.id = coalesce(m.from_ledger_id, a.control_account_id, a.id)
  LEFT JOIN branch b ON b.institution_id = $1
    AND b.id = CASE WHEN m.id IS NULL THEN a.branch_id ELSE m.from_branch_id END
 WHERE a.institution_id = $1 AND (t.debits_after_kobo IS NOT NULL OR late.debits IS NOT NULL)
 ORDER BY a.id`;

/**
 * The entries of the dates after one and up to another, both closed.
 * @param span `after` is null for all entries from the first
 */
export async function* extractedEntries(
  tx: Tx,
  institutionId: number,
  { after, through }: { after: string | null; through: string },
): AsyncGenerator<ExtractRow[]> {
  const dates = await tx.query<{ date: string }[]>(
    `SELECT date::text FROM end_of_day_run
      WHERE institution_id = $1 AND date > coalesce($2::date, '-infinity') AND date <= $3 ORDER BY date`,
    [institutionId, after, through],
  );
  let previous = after;
  for (const { date } of dates) {
    yield* cursorRows(tx, ENTRIES, [institutionId, previous, date]);
    previous = date;
  }
}

/**
 * The balances of all accounts with entries, at the end of a closed date.
 * @param bookedThrough null counts by booking date; a date counts by value date what was booked up to it
 */
export function extractedBalances(
  tx: Tx,
  institutionId: number,
  { date, bookedThrough }: { date: string; bookedThrough: string | null },
): AsyncGenerator<ExtractRow[]> {
  return cursorRows(tx, BALANCES, [institutionId, date, bookedThrough]);
}

/** The events after a number and up to another. */
export async function* extractedEvents(
  tx: Tx,
  institutionId: number,
  { after, through }: { after: number; through: number },
): AsyncGenerator<ExtractRow[]> {
  for (let readTo = after; ;) {
    const records = await tx
      .createQueryBuilder(EventRecord, 'record')
      .where('record.institution_id = :institutionId AND record.seq > :readTo AND record.seq <= :through', {
        institutionId,
        readTo,
        through,
      })
      .orderBy('record.seq', 'ASC')
      .limit(EVENT_BATCH_ROWS)
      .getMany();
    if (records.length === 0) return;
    const readable = await withPostingParts(tx, institutionId, records);
    yield readable.flatMap(eventsOf).map(({ seq, body }) => ({
      sequence: String(seq),
      event_id: body.id,
      type: body.type,
      occurred_at: body.timestamp,
      resource_type: body.resource.type,
      resource_id: body.resource.id,
      data: JSON.stringify(body.data),
    }));
    readTo = records.at(-1)!.seq;
  }
}

/** The rows of a statement, some thousands at a time, in the memory of one batch. */
async function* cursorRows(tx: Tx, text: string, values: readonly unknown[]): AsyncGenerator<ExtractRow[]> {
  await withoutTimeLimit(tx);
  // The transaction is idle while a batch is encoded, on a busy machine for longer than the server allows.
  await tx.query('SET LOCAL idle_in_transaction_session_timeout = 0');
  await tx.query(`DECLARE extract NO SCROLL CURSOR FOR ${text}`, [...values]);
  for (;;) {
    const rows = await tx.query<ExtractRow[]>(`FETCH ${BATCH_ROWS} FROM extract`);
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH_ROWS) break;
  }
  await tx.query('CLOSE extract');
}
