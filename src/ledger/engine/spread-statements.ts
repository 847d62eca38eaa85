/**
 * Locks all accounts of a spread posting in the order of their ids, as every batch does, and sums up those of the
 * customers: how many may be credited and debited, the time of their latest entry, and the branch of the first that has
 * one. `$2` are the ledgers, `$3` the customers' accounts.
 */
export const LOCK_SPREAD_ACCOUNTS = `WITH locked AS MATERIALIZED (
    SELECT id, kind, status, normal_side, is_control, branch_id, last_posted_at FROM ledger_account
     WHERE institution_id = $1 AND id = ANY($2::bigint[] || $3::bigint[]) ORDER BY id FOR NO KEY UPDATE)
  SELECT count(*) FILTER (
           WHERE kind = 'customer' AND status = 'Active' AND normal_side = 'credit' AND NOT is_control)::int AS ready,
         max(last_posted_at) AS last_posted_at,
         (array_agg(branch_id ORDER BY id) FILTER (WHERE branch_id IS NOT NULL))[1] AS branch_id
    FROM locked WHERE id <> ALL($2::bigint[])`;

/**
 * Moves the balances of the customers' accounts and writes their entries: the credit and, where it is above zero, the
 * debit after it. It fails inside the database, by a division by zero, unless every line was written, no debit is above
 * its credit, and the sums are those of the posting.
 */
export const WRITE_SPREAD_LINES = `WITH line AS MATERIALIZED (
    SELECT l.*, ($4::int + l.place + sum((l.debit_kobo > 0)::int) OVER (ORDER BY l.place)
             - (l.debit_kobo > 0)::int)::smallint AS leg
      FROM unnest($5::bigint[], $6::bigint[], $7::bigint[], $8::text[]) WITH ORDINALITY
        AS l (account_id, credit_kobo, debit_kobo, narration, place)),
  moved AS (
    UPDATE ledger_account a
       SET credits_posted_kobo = a.credits_posted_kobo + l.credit_kobo,
           debits_posted_kobo = a.debits_posted_kobo + l.debit_kobo,
           entry_seq = a.entry_seq + 1 + (l.debit_kobo > 0)::int,
           daily_used_kobo = CASE WHEN a.daily_used_on = $9::date THEN a.daily_used_kobo ELSE 0 END,
           daily_used_on = $9::date, last_posted_at = $10::timestamptz
      FROM line l
     WHERE a.institution_id = $1 AND a.id = ANY($5::bigint[]) AND a.id = l.account_id
    RETURNING a.id, a.entry_seq, a.debits_posted_kobo, a.credits_posted_kobo, a.screened_out_kobo, a.screened_in_kobo,
              a.branch_id, l.credit_kobo, l.debit_kobo, l.narration, l.leg),
  written AS (
    INSERT INTO posting_entry (institution_id, business_date, account_id, seq, posting_id, leg, side, role, amount_kobo,
      balance_after_kobo, debits_after_kobo, credits_after_kobo, screened_out_after_kobo, screened_in_after_kobo,
      narration, posted_at, branch_id)
    SELECT $1, $2::date, m.id, m.entry_seq - e.before, $3::bigint, m.leg + e.after, e.side, e.role, e.amount_kobo,
           m.credits_posted_kobo - m.debits_posted_kobo + e.not_yet_kobo, m.debits_posted_kobo - e.not_yet_kobo,
           m.credits_posted_kobo, m.screened_out_kobo, m.screened_in_kobo, e.narration, $10::timestamptz,
           coalesce(m.branch_id, $11::bigint)
      FROM moved m CROSS JOIN LATERAL (VALUES
        ('credit', $12, m.credit_kobo, m.narration, (m.debit_kobo > 0)::int, 0, m.debit_kobo),
        ('debit', $13, m.debit_kobo, $14, 0, 1, 0))
        AS e (side, role, amount_kobo, narration, before, after, not_yet_kobo)
     WHERE e.amount_kobo > 0
    RETURNING side, amount_kobo)
  SELECT 1 / ((SELECT count(*) FROM moved) = $15::int
    AND NOT EXISTS (SELECT 1 FROM line WHERE credit_kobo <= 0 OR debit_kobo NOT BETWEEN 0 AND credit_kobo)
    AND (SELECT coalesce(sum(amount_kobo) FILTER (WHERE side = 'credit'), 0) FROM written) = $16::bigint
    AND (SELECT coalesce(sum(amount_kobo) FILTER (WHERE side = 'debit'), 0) FROM written) = $17::bigint)::int`;
