/** No figure reads more rows of money than this, and no case or payment count more than `CASES_MAX`. */
export const ROWS_MAX = 50_000;
const CASES_MAX = 1_000;

/** The clock of a database server may be set back a little: the time finds the rows, the business date decides. */
const MARGIN = `interval '1 hour'`;

/**
 * The newest postings since the business date began, from `ix_posting_posted_at`. $2 is that time, $3 the date. The
 * number of rows is limited before any is left out, so that the read stays bounded in every case.
 */
export const MOVEMENTS = `SELECT kind, count(*)::int AS count, sum(amount_kobo)::text AS kobo,
    sum(count(*)) OVER ()::int AS total
  FROM (SELECT kind, amount_kobo, business_date, status FROM posting
         WHERE institution_id = $1 AND posted_at >= $2::timestamptz - ${MARGIN}
         ORDER BY posted_at DESC LIMIT ${ROWS_MAX}) newest
 WHERE business_date >= $3::date AND status = 'Posted' GROUP BY kind ORDER BY count(*) DESC, kind`;

/** The business date, when it began and the calendar's date of the institution. */
export const DAY = `SELECT i.business_date::text AS "businessDate",
    (institution_now() AT TIME ZONE i.time_zone)::date::text AS "calendarDate",
    coalesce((SELECT rolled_at FROM end_of_day_run WHERE institution_id = $1 ORDER BY date DESC LIMIT 1),
      '-infinity')::text AS "beganAt"
  FROM institution i WHERE i.institution_id = $1`;

/**
 * Open approvals from `ix_approval_pending` or `ix_approval_status`. An order by time would tempt the planner to read
 * decided ones.
 */
const cases = (operations: string): string => `SELECT count(*)::int AS open, min(created_at) AS "oldestAt",
    (count(*) FILTER (WHERE due_at < institution_now()))::int AS overdue,
    (count(*) FILTER (WHERE assignee IS NULL))::int AS unassigned
  FROM (SELECT created_at, due_at, assignee FROM approval
         WHERE institution_id = $1 AND status = 'Pending' AND operation ${operations}
         LIMIT ${CASES_MAX}) waiting`;
/** $2 is the operation of releases of AML holds. */
export const HOLDS = cases('= $2');
/** $2 are the operations that are counted elsewhere or that the reader does not see. */
export const APPROVALS = cases('<> ALL($2::text[])');

/** Payments without an end, by kind ($2) and status ($3), each oldest first from `ix_payout_status`. */
export const PAYOUTS = `SELECT k.kind, s.status, c.count, c.oldest AS "oldestAt"
  FROM unnest($2::text[]) WITH ORDINALITY k (kind, k_place)
 CROSS JOIN unnest($3::text[]) WITH ORDINALITY s (status, s_place)
 CROSS JOIN LATERAL (SELECT count(*)::int AS count, min(created_at) AS oldest
    FROM (SELECT created_at FROM payout WHERE institution_id = $1 AND payout.kind = k.kind AND payout.status = s.status
           ORDER BY created_at LIMIT ${CASES_MAX}) p) c
 WHERE c.count > 0 ORDER BY k_place, s_place`;

/** From `ix_job_dead`. */
export const DEAD_LETTERS = `SELECT count(*)::int AS count, min(finished_at) AS "oldestAt"
  FROM (SELECT finished_at FROM job WHERE institution_id = $1 AND status = 'dead' ORDER BY id LIMIT ${CASES_MAX}) d`;

/** Deliveries from the partial `ix_webhook_delivery_next`, an endpoint after the other. */
export const WEBHOOKS = `SELECT w.count AS waiting, w.oldest AS "oldestAt", e.behind::int AS "eventsBehind",
    e.paused AS "pausedEndpoints"
  FROM (SELECT count(*)::int AS count, min(created_at) AS oldest
    FROM (SELECT created_at FROM webhook_delivery WHERE institution_id = $1 AND status = 'Pending'
           ORDER BY endpoint_id, position LIMIT ${CASES_MAX}) d) w
 CROSS JOIN (SELECT (count(*) FILTER (WHERE endpoint.status = 'Paused'))::int AS paused,
      coalesce(max(head.last_seq - endpoint.fanned_out_to)
        FILTER (WHERE endpoint.status IN ('Active', 'Paused') AND endpoint.url IS NOT NULL), 0) AS behind
    FROM webhook_endpoint AS endpoint
    LEFT JOIN sequencer_head AS head ON head.institution_id = $1 AND head.stream = 'events'
   WHERE endpoint.institution_id = $1) e`;

/** The last closing with the step that has not ended. */
export const LAST_RUN = `SELECT r.date::text AS date, r.status, r.rolled_at AS "startedAt",
    r.finished_at AS "finishedAt", r.problem, (SELECT s.step FROM end_of_day_step s
      WHERE s.institution_id = $1 AND s.date = r.date AND s.finished_at IS NULL
      ORDER BY s.started_at DESC LIMIT 1) AS step
  FROM end_of_day_run r WHERE r.institution_id = $1 ORDER BY r.date DESC LIMIT 1`;

/** One row of `loan_portfolio_total`. */
export const PORTFOLIO = `SELECT date::text AS "asOf", loans, principal_kobo::text AS principal,
    at_risk30_kobo::text AS "atRisk30", at_risk90_kobo::text AS "atRisk90"
  FROM loan_portfolio_total WHERE institution_id = $1 ORDER BY date DESC LIMIT 1`;

/** Instalments of the date $2 from `ix_loan_instalment_due`, of running loans ($3). */
export const DUE_TODAY = `SELECT (count(*) FILTER (WHERE unpaid > 0))::int AS count,
    coalesce(sum(unpaid), 0)::text AS kobo, max(read)::int AS read
  FROM (SELECT l.id, i.read, i.due - i.paid AS unpaid
    FROM (SELECT loan_id, count(*) OVER () AS read,
        principal_due_kobo + interest_due_kobo + fee_due_kobo + default_due_kobo + penalty_due_kobo AS due,
        principal_paid_kobo + interest_paid_kobo + fee_paid_kobo + default_paid_kobo + penalty_paid_kobo AS paid
      FROM (SELECT * FROM loan_instalment WHERE institution_id = $1 AND due_date = $2::date
             ORDER BY id LIMIT ${ROWS_MAX}) f) i
    JOIN loan l ON l.institution_id = $1 AND l.id = i.loan_id AND l.status = ANY($3) AND i.due > i.paid) d`;

/** From `ix_fixed_deposit_maturity`. */
export const MATURING = `SELECT (count(*) FILTER (WHERE status = 'Active'))::int AS count, count(*)::int AS read,
    coalesce(sum(principal_kobo) FILTER (WHERE status = 'Active'), 0)::text AS kobo
  FROM (SELECT status, principal_kobo FROM fixed_deposit
         WHERE institution_id = $1 AND maturity_date BETWEEN $2::date AND $2::date + 7
         ORDER BY maturity_date, id LIMIT ${ROWS_MAX}) f`;
