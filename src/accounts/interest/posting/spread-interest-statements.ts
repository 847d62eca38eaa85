/** Rounds an amount of kobo that is not negative half-even to the kobo, as `wholeKobo` does. */
const halfEven = (kobo: string): string =>
  `CASE WHEN ${kobo} - floor(${kobo}) = 0.5 THEN 2 * round(${kobo} * 0.5) ELSE round(${kobo}) END`;

/** An inactive account takes no credit, so its interest waits. That of a closed account goes to unclaimed funds. */
export const IS_SAVINGS_DUE = `p.accrued_kobo > 0.5 AND p.status <> 'Inactive' OR p.status = 'Closed'`;

/** A page of accounts with their amounts; `ready` are those that one posting can take. */
export interface DuePage {
  /** The last account of the page; null when none was left. */
  lastId: string | null;
  /** Accounts whose interest is posted one by one. */
  leftOverIds: string[] | null;
  /** The ready accounts. Lists are array literals, in the order of the accounts; null for none. */
  count: number;
  accountIds: string | null;
  grossKobo: string | null;
  taxKobo: string | null;
  narrations: string | null;
  /** The ready accounts' sums by product and branch, in the order of their first account; null for none. */
  groups: DueGroup[] | null;
}

/** Amounts are decimal text in kobo. */
export interface DueGroup {
  productId: number;
  branchId: number;
  firstAccountId: number;
  taxLedgerId: number;
  accruedKobo: string;
  grossKobo: string;
  taxKobo: string;
}

const DUE = `institution_id = $1 AND account_id > $2 AND accrued_kobo > 0 AND accrued_through <= $4
       AND product_id = ANY($3::bigint[])`;

/**
 * Splits the accounts with unposted savings interest into lanes of equal size: $1 institution, $2 zero, $3 products,
 * $4 date, $5 the number of lanes. It answers with the last account of each lane, in their order.
 */
export const SPLIT_DUE = `SELECT max(account_id) AS "lastId" FROM (
    SELECT account_id, ntile($5) OVER (ORDER BY account_id) AS lane FROM savings_interest WHERE ${DUE}) due
  GROUP BY lane ORDER BY lane`;

/**
 * Locks the next accounts with unposted savings interest, computes what each is paid, as `interestAmounts` does, and
 * records it for the accounts that are ready: $1 institution, $2 the last account of the previous page, $3 products,
 * $4 date, $5 the number of accounts, $6 the last account of the lane, $7 the posting. The page is listed before it is
 * locked: what was paid while the lock was waited for leaves the page, and still counts as read. An account is ready
 * when it may be credited and debited. The percentage is multiplied by 0.01 because a product of decimals is exact, a
 * quotient is not. The rows to clear are named by an array: without statistics, a join with the page reads the whole
 * lane for each one. The statement fails by a division by zero unless every ready account was recorded and cleared.
 */
export const RECORD_DUE_PAGE = `WITH listed AS MATERIALIZED (
    SELECT account_id FROM savings_interest WHERE ${DUE} AND account_id <= $6
     ORDER BY account_id LIMIT $5),
  page AS MATERIALIZED (
    SELECT account_id, product_id, branch_id, accrued_kobo, accrued_through, posted_through FROM savings_interest
     WHERE ${DUE} AND account_id <= (SELECT max(account_id) FROM listed)
     ORDER BY account_id FOR NO KEY UPDATE),
  known AS MATERIALIZED (
    SELECT page.*,
           (SELECT a.status FROM ledger_account a WHERE a.institution_id = $1 AND a.id = page.account_id) AS status,
           (${halfEven('accrued_kobo')})::bigint AS gross_kobo, t.withholding_tax_percent AS tax_percent,
           t.withholding_tax_payable_gl_account_id AS tax_ledger_id
      FROM page LEFT JOIN savings_product_terms t ON t.institution_id = $1 AND t.id = page.product_id),
  taxed AS MATERIALIZED (
    SELECT known.*, gross_kobo * tax_percent * 0.01 AS exact_tax_kobo FROM known),
  p AS MATERIALIZED (
    SELECT taxed.*, coalesce((${halfEven('exact_tax_kobo')})::bigint, 0) AS tax_kobo,
           status = 'Active' AND gross_kobo > 0 AND tax_percent IS NOT NULL AS ready,
           'Interest' || coalesce(' from ' || to_char(posted_through + 1, 'YYYY-MM-DD'), '')
             || ' to ' || to_char(accrued_through, 'YYYY-MM-DD') AS narration
      FROM taxed),
  recorded AS (
    INSERT INTO interest_posting
      (institution_id, account_id, kind, through_date, accrued_kobo, gross_kobo, tax_kobo, posting_id)
    SELECT $1, account_id, 'savings', accrued_through, accrued_kobo, gross_kobo, tax_kobo, $7::bigint
      FROM p WHERE ready ORDER BY account_id
    RETURNING 1),
  cleared AS (
    UPDATE savings_interest SET accrued_kobo = 0, posted_through = accrued_through
     WHERE institution_id = $1 AND account_id = ANY(ARRAY(SELECT account_id FROM p WHERE ready))
    RETURNING 1)
  SELECT (SELECT max(account_id) FROM listed) AS "lastId",
         array_agg(p.account_id ORDER BY p.account_id) FILTER (WHERE NOT p.ready AND (${IS_SAVINGS_DUE}))
           AS "leftOverIds",
         count(*) FILTER (WHERE p.ready)::int AS count,
         1 / ((SELECT count(*) FROM recorded) = count(*) FILTER (WHERE p.ready)
           AND (SELECT count(*) FROM cleared) = count(*) FILTER (WHERE p.ready))::int AS recorded,
         (array_agg(p.account_id ORDER BY p.account_id) FILTER (WHERE p.ready))::text AS "accountIds",
         (array_agg(p.gross_kobo ORDER BY p.account_id) FILTER (WHERE p.ready))::text AS "grossKobo",
         (array_agg(p.tax_kobo ORDER BY p.account_id) FILTER (WHERE p.ready))::text AS "taxKobo",
         (array_agg(p.narration ORDER BY p.account_id) FILTER (WHERE p.ready))::text AS narrations,
         (SELECT json_agg(g ORDER BY g."firstAccountId") FROM (
            SELECT product_id AS "productId", branch_id AS "branchId", min(account_id) AS "firstAccountId",
                   min(tax_ledger_id) AS "taxLedgerId", sum(accrued_kobo)::text AS "accruedKobo",
                   sum(gross_kobo)::text AS "grossKobo", sum(tax_kobo)::text AS "taxKobo"
              FROM p WHERE ready GROUP BY product_id, branch_id) g) AS groups
    FROM p`;
