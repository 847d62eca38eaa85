import { bookedEntries } from '../daily-totals/booked-entries';

/** The part of the entries whose business date has no daily totals yet. */
const OPEN = { after: '(SELECT through FROM daily_totals_progress WHERE institution_id = $1)', through: 'NULL' };

/**
 * SQL of accounts of record with their balance at the end of a value date, credits less debits, and the ledger to which
 * they belonged then: `id, ledger_id, kobo`. `$1` is the institution, `$2` the date. What moved after the date is taken
 * off the balance of today, because reports are of recent dates.
 * @param accounts SQL of the ids of the accounts.
 */
export function datedAccounts(accounts: string): string {
  return `SELECT a.id, coalesce(v.from_ledger_id, a.control_account_id) AS ledger_id,
      a.credits_posted_kobo - a.debits_posted_kobo - coalesce(later.kobo, 0) AS kobo
    FROM ledger_account a
    LEFT JOIN (SELECT account_id, sum(credits - debits) AS kobo FROM (
        SELECT account_id, credits_kobo AS credits, debits_kobo AS debits FROM account_daily_total
         WHERE institution_id = $1 AND value_date > $2::date
        UNION ALL
        SELECT account_id, credits, debits FROM (${bookedEntries(OPEN)}) e WHERE value_date > $2::date) moved
      GROUP BY account_id) later ON later.account_id = a.id
    LEFT JOIN LATERAL (SELECT m.from_ledger_id FROM ledger_account_move m
      WHERE m.institution_id = $1 AND m.account_id = a.id AND m.business_date > $2::date ORDER BY m.id LIMIT 1) v ON true
   WHERE a.institution_id = $1 AND a.id IN (${accounts})`;
}
