import { LIFE_YEARS_MAX } from './expected-loss-factors';
import { NO_END } from './loan-position.entity';

/** The balance, on the credit side, of the upfront interest that a loan has not earned. */
const UNEARNED = `coalesce((SELECT a.credits_posted_kobo - a.debits_posted_kobo FROM ledger_account a
    WHERE a.institution_id = l.institution_id AND a.id = l.unearned_account_id), 0)`;

/**
 * Every running loan as it stands: $1 institution, $3 the date that begins, $4 running statuses, $5 to $7 days of the
 * stages. A loan whose income waits in suspense or that the recovery partner collects is credit-impaired. A mark of
 * staff only makes a stage worse.
 */
const RUNNING = `SELECT l.id AS loan_id, l.branch_id, l.product_id, l.account_officer_staff_id, l.agent_id,
    l.classification, l.overdue_since, l.outstanding_principal_kobo AS principal,
    greatest(l.outstanding_principal_kobo - l.suspended_principal_kobo - ${UNEARNED}, 0) AS exposure,
    greatest(CASE WHEN l.suspended_since IS NOT NULL OR l.status = 'InRecovery' OR l.overdue_since <= $3::date - $6::integer
           THEN 3
         WHEN l.overdue_since <= $3::date - $5::integer OR l.restructured_date > $3::date - $7::integer THEN 2
         ELSE 1 END, coalesce(k.stage, 1)) AS stage,
    least(greatest(ceil((l.maturity_date - $3::date) / 365.0), 1), ${LIFE_YEARS_MAX})::integer AS life_years,
    coalesce((c.particulars ->> 'collateralPledge')::boolean, false) AS is_secured
  FROM loan l JOIN loan_contract c ON c.institution_id = l.institution_id AND c.id = l.contract_id
  LEFT JOIN loan_stage_mark k ON k.institution_id = l.institution_id AND k.loan_id = l.id AND k.until IS NULL
 WHERE l.institution_id = $1 AND l.status = ANY($4)`;

/** $8, $9: provisions of the classes; $10 to $14: factors of expected loss; $15: the booked basis. */
const TARGET = `SELECT r.loan_id, r.branch_id, r.product_id, r.account_officer_staff_id, r.agent_id, r.classification,
    r.stage::smallint AS stage, r.overdue_since, r.principal, r.exposure, sums.prudential, sums.expected,
    CASE $15::text WHEN 'Prudential' THEN sums.prudential WHEN 'IFRS9' THEN sums.expected ELSE 0 END AS allowance
  FROM (${RUNNING}) r
  JOIN unnest($8::text[], $9::numeric[]) AS s(class, percent) ON s.class = r.classification
  LEFT JOIN unnest($10::bigint[], $11::integer[], $12::integer[], $13::boolean[], $14::numeric[])
      AS f(product_id, stage, years, is_secured, percent)
    ON f.product_id = r.product_id AND f.stage = r.stage AND f.is_secured = r.is_secured
   AND f.years = CASE r.stage WHEN 2 THEN r.life_years ELSE 0 END
 CROSS JOIN LATERAL (SELECT round(r.exposure * s.percent / 100)::bigint AS prudential,
    coalesce(round(r.exposure * f.percent / 100), 0)::bigint AS expected) sums`;

const FIGURES = `branch_id, product_id, account_officer_staff_id, agent_id, classification, stage, overdue_since,
  principal_kobo, exposure_kobo, prudential_kobo, expected_loss_kobo, allowance_kobo`;

const FIGURES_OF = (row: string): string => FIGURES.replaceAll(/(\w+)/g, `${row}.$1`);

/**
 * Adds a row, dated $2, for each loan whose figures differ from its latest row, and for each loan that has ended. A row
 * of a later date, which a write-off wrote since, stays.
 */
export const ADD_CHANGED_POSITIONS = `WITH target AS MATERIALIZED (${TARGET}),
  latest AS MATERIALIZED (
    SELECT * FROM loan_position WHERE institution_id = $1 AND until = '${NO_END}'),
  written AS (
    INSERT INTO loan_position (institution_id, loan_id, date, until, ${FIGURES})
    SELECT $1, coalesce(t.loan_id, p.loan_id), $2::date, '${NO_END}'::date,
           coalesce(t.branch_id, p.branch_id), coalesce(t.product_id, p.product_id),
           CASE WHEN t.loan_id IS NULL THEN p.account_officer_staff_id ELSE t.account_officer_staff_id END,
           CASE WHEN t.loan_id IS NULL THEN p.agent_id ELSE t.agent_id END,
           coalesce(t.classification, p.classification), coalesce(t.stage, p.stage), t.overdue_since,
           coalesce(t.principal, 0), coalesce(t.exposure, 0), coalesce(t.prudential, 0), coalesce(t.expected, 0),
           coalesce(t.allowance, 0)
      FROM target t FULL JOIN latest p ON p.loan_id = t.loan_id
     WHERE coalesce(p.date <= $2::date, true)
       AND CASE WHEN t.loan_id IS NULL
             THEN p.principal_kobo <> 0 OR p.exposure_kobo <> 0 OR p.prudential_kobo <> 0 OR p.expected_loss_kobo <> 0
               OR p.allowance_kobo <> 0 OR p.overdue_since IS NOT NULL
             ELSE (t.branch_id, t.product_id, t.account_officer_staff_id, t.agent_id, t.classification, t.stage,
                 t.overdue_since, t.principal, t.exposure, t.prudential, t.expected, t.allowance)
               IS DISTINCT FROM (${FIGURES_OF('p')}) END
    ON CONFLICT (institution_id, loan_id, date) DO UPDATE SET (${FIGURES}) = ROW(${FIGURES_OF('excluded')})
    RETURNING 1)
  SELECT count(*)::integer AS changed FROM written`;

/**
 * Ends the rows that rows of the date $2 follow: of each loan the one before. It is found by the primary key, because
 * without fresh statistics a condition on `until` made the planner read all latest rows once for each loan.
 */
export const END_EARLIER_POSITIONS = `UPDATE loan_position o SET until = $2::date
  FROM (SELECT n.loan_id, (SELECT max(e.date) FROM loan_position e
           WHERE e.institution_id = $1 AND e.loan_id = n.loan_id AND e.date < $2::date) AS date
          FROM loan_position n WHERE n.institution_id = $1 AND n.until = '${NO_END}' AND n.date = $2::date) earlier
  WHERE o.institution_id = $1 AND o.loan_id = earlier.loan_id AND o.date = earlier.date`;

/** Moves what a write-off used ($4) out of the allowance of a loan ($3), in a row dated $2. */
export const USE_ALLOWANCE = `INSERT INTO loan_position (institution_id, loan_id, date, until, ${FIGURES}, used_kobo)
  SELECT institution_id, loan_id, $2::date, until, ${FIGURES.replace('allowance_kobo', 'allowance_kobo - $4::bigint')}, $4
    FROM loan_position WHERE institution_id = $1 AND loan_id = $3 AND until = '${NO_END}'
  ON CONFLICT (institution_id, loan_id, date) DO UPDATE
    SET allowance_kobo = excluded.allowance_kobo, used_kobo = loan_position.used_kobo + excluded.used_kobo
  RETURNING 1`;

/** The allowance of the loans, and of all loans by branch, product and class. */
export const ALLOWANCE_OF_LOANS = `SELECT p.loan_id AS "loanId", a.id AS "accountId", p.allowance_kobo::text AS kobo
  FROM loan_position p JOIN loan_provision_account a ON a.institution_id = p.institution_id
   AND a.branch_id = p.branch_id AND a.product_id = p.product_id AND a.classification = p.classification
 WHERE p.institution_id = $1 AND p.loan_id = ANY($2) AND p.until = '${NO_END}' AND p.allowance_kobo > 0`;

export const ALLOWANCE_SUMS = `SELECT branch_id AS "branchId", product_id AS "productId", classification,
    sum(allowance_kobo)::text AS kobo
  FROM loan_position WHERE institution_id = $1 AND until = '${NO_END}'
 GROUP BY branch_id, product_id, classification HAVING sum(allowance_kobo) <> 0`;

/**
 * What prudential provisions of all loans exceed their expected loss by, and the interest of loans in stage 3 that is
 * income under IFRS 9 alone.
 */
export const PRUDENTIAL_EXCESS = `SELECT (greatest(coalesce(sum(prudential_kobo - expected_loss_kobo), 0), 0)
    + (SELECT coalesce(sum(i.stage3_kobo), 0) FROM loan_interest_adjustment i
        WHERE i.institution_id = $1 AND i.until = '${NO_END}'))::text AS kobo
  FROM loan_position WHERE institution_id = $1 AND until = '${NO_END}'`;

/** Keeps the sums of the positions at the end of the date $2. Days past due are those as the next date begins. */
export const KEEP_PORTFOLIO_TOTAL = `INSERT INTO loan_portfolio_total
    (institution_id, date, loans, principal_kobo, at_risk30_kobo, at_risk90_kobo)
  SELECT $1, $2::date, count(*), coalesce(sum(principal_kobo), 0),
         coalesce(sum(principal_kobo) FILTER (WHERE overdue_since <= $2::date - 30), 0),
         coalesce(sum(principal_kobo) FILTER (WHERE overdue_since <= $2::date - 90), 0)
    FROM loan_position WHERE institution_id = $1 AND date <= $2::date AND until > $2::date AND principal_kobo > 0
  ON CONFLICT (institution_id, date) DO UPDATE SET loans = excluded.loans, principal_kobo = excluded.principal_kobo,
    at_risk30_kobo = excluded.at_risk30_kobo, at_risk90_kobo = excluded.at_risk90_kobo
  RETURNING 1`;
