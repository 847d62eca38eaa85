// The statements that compare the lines of a report with our transfers (docs/api/settlement.md#results).

/** The transfer that a line names: by its session id, and of an outward one by its provider too. */
const OURS = `SELECT id, amount_kobo FROM payout
     WHERE institution_id = $1 AND session_id = named.session_id AND named.direction = 'Outward'
       AND kind = 'outward-transfer' AND provider = $3
    UNION ALL
    SELECT id, amount_kobo FROM inward_transfer
     WHERE institution_id = $1 AND session_id = named.session_id AND named.direction = 'Inward'`;

/**
 * An earlier line of the provider that says the same: one of a report that was loaded under another provider is no
 * evidence. The limit keeps the planner from reading every line of the institution, which a join would do.
 */
const EARLIER = `SELECT id FROM settlement_line
     WHERE institution_id = $1 AND session_id = named.session_id AND direction = named.direction
       AND outcome = named.outcome AND amount_kobo = named.amount_kobo
       AND report_id = ANY(ARRAY(SELECT id FROM settlement_report WHERE institution_id = $1 AND provider = $3))
     LIMIT 1`;

const COMPARED = `CASE WHEN ours.id IS NULL THEN 'Unmatched'
    WHEN ours.amount_kobo = named.amount_kobo THEN 'Matched' ELSE 'AmountDiffers' END`;

/** Inserts lines with their results: institution, report, provider and the lines as JSON. */
export const INSERT_LINES = `WITH written AS (
  INSERT INTO settlement_line (institution_id, report_id, id, line, direction, session_id,
    amount_kobo, outcome, settled_on, result, transfer_id)
  SELECT $1, $2, named.id, named.line, named.direction, named.session_id, named.amount_kobo, named.outcome,
      named.settled_on,
      CASE WHEN named.turn > 1 OR earlier.id IS NOT NULL THEN 'Repeated' ELSE ${COMPARED} END,
      ours.id
    FROM (SELECT *, row_number() OVER (PARTITION BY session_id, direction, outcome, amount_kobo ORDER BY line) AS turn
      FROM jsonb_to_recordset($4::jsonb) AS given (id bigint, line integer, direction varchar, session_id varchar,
        amount_kobo bigint, outcome varchar, settled_on date)) named
    LEFT JOIN LATERAL (${OURS}) ours ON true
    LEFT JOIN LATERAL (${EARLIER}) earlier ON true
  RETURNING 1)
  SELECT count(*) FROM written`;

/** Compares the unmatched lines of a report again: institution, report, provider. */
export const MATCH_AGAIN = `UPDATE settlement_line line SET result = found.result, transfer_id = found.transfer_id
  FROM (SELECT named.id, ${COMPARED} AS result, ours.id AS transfer_id
      FROM settlement_line named JOIN LATERAL (${OURS}) ours ON true
     WHERE named.institution_id = $1 AND named.report_id = $2 AND named.result = 'Unmatched') found
 WHERE line.institution_id = $1 AND line.id = found.id`;

/** Stores the counts and dates of a report: institution, report. */
export const COUNT_RESULTS = `UPDATE settlement_report report SET lines = counted.lines, matched = counted.matched,
    amount_differs = counted.amount_differs, unmatched = counted.unmatched, repeated = counted.repeated,
    first_date = counted.first_date, last_date = counted.last_date
  FROM (SELECT count(*) AS lines, count(*) FILTER (WHERE result = 'Matched') AS matched,
      count(*) FILTER (WHERE result = 'AmountDiffers') AS amount_differs,
      count(*) FILTER (WHERE result = 'Unmatched') AS unmatched,
      count(*) FILTER (WHERE result = 'Repeated') AS repeated,
      min(settled_on) AS first_date, max(settled_on) AS last_date
    FROM settlement_line WHERE institution_id = $1 AND report_id = $2) counted
 WHERE report.institution_id = $1 AND report.id = $2`;
