import { searchedFrom, searchedTo } from '../../end-of-day/rolled-at';

/** SQL expressions that choose business dates. */
export interface BookedSpan {
  /** The dates after this one; null is every date. */
  after: string;
  /** The dates up to this one; null is no end. */
  through: string;
}

/** The dates that have no daily totals yet. */
export const OPEN_DATES: BookedSpan = {
  after: '(SELECT through FROM daily_totals_progress WHERE institution_id = $1)',
  through: 'NULL',
};

/** SQL that chooses back-dated entries. They are few, and `ix_posting_back_dated` finds their postings. */
export const IS_BACK_DATED = 'value_date < business_date';

/**
 * SQL of entries booked in a span, each with the ledger and branch to which its account belonged when it was posted:
 * `account_id, ledger_id, branch_id, business_date, value_date, debits, credits`. `$1` is the institution. The times at
 * which the business date moved bound the search.
 */
export function bookedEntries({ after, through }: BookedSpan): string {
  return `SELECT e.account_id, coalesce(m.from_ledger_id, a.control_account_id, a.id) AS ledger_id,
      coalesce(e.branch_id, CASE WHEN m.id IS NULL THEN a.branch_id ELSE m.from_branch_id END, 0) AS branch_id,
      p.business_date, p.value_date,
      CASE e.side WHEN 'debit' THEN e.amount_kobo ELSE 0 END AS debits,
      CASE e.side WHEN 'credit' THEN e.amount_kobo ELSE 0 END AS credits
    FROM posting p
    JOIN posting_entry e ON e.institution_id = p.institution_id AND e.posting_id = p.id
    JOIN ledger_account a ON a.institution_id = e.institution_id AND a.id = e.account_id
    LEFT JOIN LATERAL (SELECT id, from_ledger_id, from_branch_id FROM ledger_account_move
      WHERE institution_id = e.institution_id AND account_id = e.account_id AND entry_seq >= e.seq
      ORDER BY id LIMIT 1) m ON true
   WHERE p.institution_id = $1 AND p.status = 'Posted'
     AND p.posted_at >= ${searchedFrom(after)}
     AND p.posted_at <= ${searchedTo(through)}
     AND p.business_date > coalesce(${after}::date, '-infinity')
     AND p.business_date <= coalesce(${through}::date, 'infinity')`;
}

/** As `bookedEntries`, of accounts that moved to another ledger or branch: out of the one, into the other. */
export function bookedMoves({ after, through }: BookedSpan): string {
  return `SELECT m.account_id, s.ledger_id, coalesce(s.branch_id, 0) AS branch_id, m.business_date,
      m.business_date AS value_date, s.sign * m.debits_kobo AS debits, s.sign * m.credits_kobo AS credits
    FROM ledger_account_move m
   CROSS JOIN LATERAL (VALUES (-1, m.from_ledger_id, m.from_branch_id), (1, m.to_ledger_id, m.to_branch_id))
      AS s (sign, ledger_id, branch_id)
   WHERE m.institution_id = $1 AND m.business_date > coalesce(${after}::date, '-infinity')
     AND m.business_date <= coalesce(${through}::date, 'infinity')`;
}
