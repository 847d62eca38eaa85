/** Loans and deposits that were refused or withdrawn, with the date of it; `$1` is the institution. */
const REFUSED = `
  SELECT l.id, l.customer_id, (l.updated_at AT TIME ZONE i.time_zone)::date AS refused_on
    FROM loan l JOIN institution i ON i.institution_id = l.institution_id
   WHERE l.institution_id = $1 AND l.status IN ('Rejected', 'Canceled')
  UNION ALL
  SELECT f.id, f.customer_id, (f.updated_at AT TIME ZONE i.time_zone)::date
    FROM fixed_deposit f JOIN institution i ON i.institution_id = f.institution_id
   WHERE f.institution_id = $1 AND f.status = 'Declined'`;

/** Those after `$2` that have documents and were refused `$4` days before the date `$3` or earlier. */
export const REFUSED_DUE = `
  SELECT r.id, r.customer_id FROM (${REFUSED}) r
   WHERE r.id > $2 AND r.refused_on + $4::integer <= $3::date AND EXISTS (
     SELECT 1 FROM document d
      WHERE d.institution_id = $1 AND d.entity_type IN ('loan', 'fixed-deposit') AND d.entity_id = r.id
        AND d.content_erased_at IS NULL)
   ORDER BY r.id`;

/** The customers of these records. */
export const CUSTOMERS_OF_REFUSED = `SELECT r.id, r.customer_id FROM (${REFUSED}) r WHERE r.id = ANY($2)`;
