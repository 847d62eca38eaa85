import { ACCRUAL_DECIMALS, INTEREST_BOOKS, type InterestKind } from '../interest-kinds';

/** Accounts in one chunk, which is one transaction. */
export const ACCRUAL_CHUNK_SIZE = 5_000;

/** The result of one chunk. */
export interface AccrualChunk {
  /** The last account of the chunk; null when there was none left. */
  lastId: string | null;
  accounts: number;
  /** Accounts of the chunk that have changed product or branch since the last accrual. */
  moved: number;
}

/**
 * Joins the last entry of each account `p` up to the date. Entries of an account are in the order of their business
 * dates, so an account without entries since the last accrual needs no look-up.
 */
const JOIN_LAST_ENTRY = `LEFT JOIN LATERAL (
    SELECT seq, balance_after_kobo FROM posting_entry
     WHERE s.entry_seq IS DISTINCT FROM p.entry_seq
       AND institution_id = $1 AND account_id = p.id AND seq <= p.entry_seq AND business_date <= $4
     ORDER BY seq DESC LIMIT 1) e ON true`;

/** Last entry and balance of an account `p` at the end of the date. */
const END_OF_DAY_COLUMNS = `p.id, p.product_id, p.branch_id,
    (s.product_id, s.branch_id) <> (p.product_id, p.branch_id) AS is_moved, s.account_id IS NULL AS is_new,
    CASE WHEN s.entry_seq = p.entry_seq THEN p.entry_seq ELSE coalesce(e.seq, 0) END AS seq,
    CASE WHEN s.entry_seq = p.entry_seq THEN p.balance_kobo ELSE coalesce(e.balance_after_kobo, 0) END AS balance_kobo`;

const ACCOUNT_COLUMNS = `a.id, a.product_id, coalesce(a.branch_id, 0) AS branch_id, a.status, a.entry_seq,
    a.credits_posted_kobo - a.debits_posted_kobo AS balance_kobo`;

/**
 * Joins the unposted interest `s` of the page's accounts. The bounds keep a plan from reading every row from the first
 * account on for each chunk.
 */
const UNPOSTED_OF_PAGE = `s.institution_id = $1 AND s.account_id = p.id
    AND s.account_id > $2 AND s.account_id <= (SELECT max(id) FROM page)`;

/**
 * Accrues the next chunk of accounts: $1 institution, $2 the last account of the previous chunk, $3 the number of
 * accounts, $4 the date (`docs/domain/deposits-and-interest.md#savings-accrual`). It locks no account of record. The
 * row of unposted interest carries the date it is accrued through, so a chunk that runs twice adds nothing the second
 * time.
 *
 * @param pages the common table expressions `page` (accounts), `ended` (with their balances at the end of the date) and
 *   `earned` (with rate and interest).
 */
function accrueStatement(kind: InterestKind, pages: string): string {
  const { accruals, unposted } = INTEREST_BOOKS[kind];
  return `WITH ${pages},
  renewed AS (
    UPDATE ${unposted} u SET accrued_kobo = u.accrued_kobo + e.accrued_kobo, entry_seq = e.seq, accrued_through = $4
      FROM earned e
     WHERE u.institution_id = $1 AND u.account_id = e.id
       AND u.account_id > $2 AND u.account_id <= (SELECT max(id) FROM page) AND u.accrued_through < $4
    RETURNING u.account_id, u.product_id, u.branch_id, u.accrued_kobo AS cumulative_kobo,
              e.balance_kobo, e.rate, e.accrued_kobo),
  begun AS (
    INSERT INTO ${unposted}
      (institution_id, account_id, product_id, branch_id, accrued_kobo, entry_seq, accrued_through)
    SELECT $1, id, product_id, branch_id, accrued_kobo, seq, $4 FROM earned WHERE is_new ORDER BY id
    ON CONFLICT (institution_id, account_id) DO NOTHING
    RETURNING account_id, product_id, branch_id, accrued_kobo AS cumulative_kobo),
  kept AS MATERIALIZED (
    SELECT * FROM renewed
    UNION ALL SELECT b.*, e.balance_kobo, e.rate, e.accrued_kobo FROM begun b JOIN earned e ON e.id = b.account_id),
  written AS (
    INSERT INTO ${accruals}
      (institution_id, accrued_on, account_id, balance_kobo, rate, accrued_kobo, cumulative_kobo)
    SELECT $1, $4, account_id, balance_kobo, rate, accrued_kobo, cumulative_kobo FROM kept ORDER BY account_id
    RETURNING 1),
  changes AS (SELECT product_id, branch_id, accrued_kobo AS change_kobo FROM kept),
  totalled AS (${addToTotals(kind)})
  SELECT max(id) AS "lastId", count(*)::int AS accounts, (SELECT count(*)::int FROM ended WHERE is_moved) AS moved
    FROM page`;
}

/** SQL that adds `changes` to the totals of their products and branches. */
function addToTotals(kind: InterestKind): string {
  return `INSERT INTO interest_total AS t (institution_id, kind, product_id, branch_id, accrued_kobo, is_booked)
    SELECT $1, '${kind}', product_id, branch_id, sum(change_kobo), false FROM changes
     GROUP BY product_id, branch_id ORDER BY product_id, branch_id
    ON CONFLICT (institution_id, kind, product_id, branch_id)
      DO UPDATE SET accrued_kobo = t.accrued_kobo + excluded.accrued_kobo, is_booked = false
    RETURNING 1`;
}

/**
 * Accrues accounts of products that earn. $5 to $9 are the rate bands, one array each: product, lower bound, upper
 * bound, rate, and what a kobo earns on the date at one percent. An account that was closed later than the date earns
 * for it.
 */
export const ACCRUE_SAVINGS = accrueStatement(
  'savings',
  `band AS MATERIALIZED (
    SELECT * FROM unnest($5::bigint[], $6::bigint[], $7::bigint[], $8::numeric[], $9::numeric[])
      AS b (product_id, from_kobo, below_kobo, percent, factor)),
  page AS MATERIALIZED (
    SELECT ${ACCOUNT_COLUMNS} FROM ledger_account a
     WHERE a.institution_id = $1 AND a.id > $2 AND a.kind = 'customer'
       AND a.product_id = ANY($5::bigint[]) AND a.entry_seq > 0
     ORDER BY a.id LIMIT $3),
  ended AS MATERIALIZED (
    SELECT ${END_OF_DAY_COLUMNS} FROM page p LEFT JOIN savings_interest s ON ${UNPOSTED_OF_PAGE} ${JOIN_LAST_ENTRY}
     WHERE p.status <> 'Closed'
        OR (SELECT d.date_closed FROM deposit_account d WHERE d.institution_id = $1 AND d.id = p.id) > $4),
  earned AS MATERIALIZED (
    SELECT e.*, coalesce(b.percent, 0) AS rate,
           coalesce(round(e.balance_kobo * b.percent * b.factor, ${ACCRUAL_DECIMALS}), 0) AS accrued_kobo
      FROM ended e
      LEFT JOIN band b ON b.product_id = e.product_id
        AND e.balance_kobo >= b.from_kobo AND (b.below_kobo IS NULL OR e.balance_kobo < b.below_kobo)
     WHERE e.balance_kobo > 0)`,
);

/**
 * Accrues overdrawn accounts: $5 is what a kobo costs on the date at one percent. The rate is that of the overdraft
 * that counts on the date. An overdraft that expired while it was used keeps its rate until the account is covered at
 * the end of a day (`docs/domain/deposits-and-interest.md#overdraft-interest`).
 */
export const ACCRUE_OVERDRAFTS = accrueStatement(
  'overdraft',
  `page AS MATERIALIZED (
    SELECT ${ACCOUNT_COLUMNS} FROM (
      SELECT DISTINCT account_id FROM overdraft
       WHERE institution_id = $1 AND account_id > $2 AND status IN ('Active', 'Expired')
       ORDER BY account_id LIMIT $3) o
      JOIN ledger_account a ON a.institution_id = $1 AND a.id = o.account_id AND a.id > $2),
  ended AS MATERIALIZED (
    SELECT ${END_OF_DAY_COLUMNS}, s.accrued_through
      FROM page p LEFT JOIN overdraft_interest s ON ${UNPOSTED_OF_PAGE} ${JOIN_LAST_ENTRY}),
  earned AS MATERIALIZED (
    SELECT e.*, o.interest_rate AS rate,
           round(-e.balance_kobo * o.interest_rate * $5::numeric, ${ACCRUAL_DECIMALS}) AS accrued_kobo
      FROM ended e CROSS JOIN LATERAL (
        SELECT interest_rate FROM overdraft
         WHERE institution_id = $1 AND account_id = e.id AND status IN ('Active', 'Expired') AND start_date <= $4
           AND (expiry_date >= $4 OR e.accrued_through >= $4::date - 1)
         ORDER BY expiry_date >= $4 DESC, expiry_date DESC, id DESC LIMIT 1) o
     WHERE e.balance_kobo < 0)`,
);

/**
 * SQL that moves the interest of accounts that changed product or branch to the total of their present product and
 * branch. $2 to $3 are the accounts of a chunk.
 */
export function regroupStatement(kind: InterestKind): string {
  const { unposted } = INTEREST_BOOKS[kind];
  return `WITH moved AS (
    SELECT u.account_id, u.product_id, u.branch_id, u.accrued_kobo,
           a.product_id AS to_product_id, coalesce(a.branch_id, 0) AS to_branch_id
      FROM ${unposted} u JOIN ledger_account a ON a.institution_id = $1 AND a.id = u.account_id
     WHERE u.institution_id = $1 AND u.account_id > $2 AND u.account_id <= $3
       AND (u.product_id, u.branch_id) <> (a.product_id, coalesce(a.branch_id, 0))
     ORDER BY u.account_id FOR UPDATE OF u),
  regrouped AS (
    UPDATE ${unposted} u SET product_id = m.to_product_id, branch_id = m.to_branch_id
      FROM moved m WHERE u.institution_id = $1 AND u.account_id = m.account_id),
  changes AS (
    SELECT product_id, branch_id, -accrued_kobo AS change_kobo FROM moved
     UNION ALL SELECT to_product_id, to_branch_id, accrued_kobo FROM moved)
  ${addToTotals(kind)}`;
}
