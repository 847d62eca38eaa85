import { NO_END } from '../provisions/loan-position.entity';

const FIGURES = 'branch_id, product_id, deferred_kobo, stage3_kobo';
const FIGURES_OF = (row: string): string => FIGURES.replaceAll(/(\w+)/g, `${row}.$1`);

/**
 * What each running loan ($3) must have at the month's end $2: the deferred amount of its plan in the proportion of its
 * principal to that of the plan, and the interest in suspense of its net part in stage 3. Without the method ($4 false)
 * nothing. A restructure ends the plan.
 */
const TARGET = `SELECT l.id AS loan_id, l.branch_id, l.product_id,
    CASE WHEN $4::boolean AND l.restructured_date IS NULL AND e.principal_kobo > 0
         THEN round(e.deferred_kobo * least(l.outstanding_principal_kobo::numeric / e.principal_kobo, 1))::bigint
         ELSE 0 END AS deferred,
    CASE WHEN $4::boolean AND p.stage = 3 AND p.exposure_kobo > 0
         THEN round(greatest(l.suspended_interest_kobo, 0)::numeric
           * greatest(p.exposure_kobo - p.expected_loss_kobo, 0) / p.exposure_kobo)::bigint
         ELSE 0 END AS stage3
  FROM loan l
  LEFT JOIN loan_effective_plan e ON e.institution_id = l.institution_id AND e.month_end = $2::date AND e.loan_id = l.id
  LEFT JOIN loan_position p ON p.institution_id = l.institution_id AND p.loan_id = l.id AND p.until = '${NO_END}'
 WHERE l.institution_id = $1 AND l.status = ANY($3)`;

/** Adds a row, dated $2, for each loan whose adjustments differ from its latest row. */
export const ADD_CHANGED_ADJUSTMENTS = `WITH target AS MATERIALIZED (${TARGET}),
  latest AS MATERIALIZED (
    SELECT * FROM loan_interest_adjustment WHERE institution_id = $1 AND until = '${NO_END}'),
  written AS (
    INSERT INTO loan_interest_adjustment (institution_id, loan_id, date, until, ${FIGURES})
    SELECT $1, coalesce(t.loan_id, p.loan_id), $2::date, '${NO_END}'::date, coalesce(t.branch_id, p.branch_id),
           coalesce(t.product_id, p.product_id), coalesce(t.deferred, 0), coalesce(t.stage3, 0)
      FROM target t FULL JOIN latest p ON p.loan_id = t.loan_id
     WHERE CASE WHEN p.loan_id IS NULL THEN t.deferred <> 0 OR t.stage3 <> 0
             WHEN t.loan_id IS NULL THEN p.deferred_kobo <> 0 OR p.stage3_kobo <> 0
             ELSE (t.branch_id, t.product_id, t.deferred, t.stage3) IS DISTINCT FROM (${FIGURES_OF('p')}) END
    ON CONFLICT (institution_id, loan_id, date) DO UPDATE SET (${FIGURES}) = ROW(${FIGURES_OF('excluded')})
    RETURNING 1)
  SELECT count(*)::integer AS changed FROM written`;

/** Ends the rows that rows of the date $2 follow. */
export const END_EARLIER_ADJUSTMENTS = `UPDATE loan_interest_adjustment o SET until = $2::date
   FROM loan_interest_adjustment n
  WHERE n.institution_id = $1 AND n.until = '${NO_END}' AND n.date = $2::date
    AND o.institution_id = n.institution_id AND o.loan_id = n.loan_id AND o.until = '${NO_END}' AND o.date < $2::date`;

/** The balance that each account must have, credits less debits. */
export const ADJUSTMENT_SUMS = `SELECT branch_id::float8 AS "branchId", product_id::float8 AS "productId", kind, sum(kobo)::text AS kobo
  FROM loan_interest_adjustment
 CROSS JOIN LATERAL (VALUES ('Deferred', deferred_kobo), ('Stage3', -stage3_kobo)) AS v (kind, kobo)
 WHERE institution_id = $1 AND until = '${NO_END}' GROUP BY 1, 2, 3`;

/** Every account with its balance. Both are locked: who waits for another run reads the balance that it left. */
export const LOCKED_ACCOUNTS = `SELECT i.id::float8 AS id, i.branch_id::float8 AS "branchId", i.product_id::float8 AS "productId",
    i.kind, (a.credits_posted_kobo - a.debits_posted_kobo)::text AS kobo
  FROM loan_interest_account i JOIN ledger_account a ON a.institution_id = i.institution_id AND a.id = i.id
 WHERE i.institution_id = $1 ORDER BY i.id FOR NO KEY UPDATE`;

/** Running loans of a first contract that have no plan yet: after $2, of the statuses $3, paid out by $4. */
export const WITHOUT_PLAN = (limit: number): string => `SELECT l.id FROM loan l
  WHERE l.institution_id = $1 AND l.id > $2 AND l.status = ANY($3) AND l.restructured_date IS NULL
    AND l.disbursement_date <= $4::date
    AND NOT EXISTS (SELECT 1 FROM loan_effective_rate r WHERE r.institution_id = l.institution_id AND r.loan_id = l.id)
  ORDER BY l.id LIMIT ${limit}`;
