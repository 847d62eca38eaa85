/** The clock of a database server may be set back a little: the time finds the rows, the business date decides. */
const MARGIN = `interval '1 hour'`;

/**
 * SQL of the time from which on postings of the dates after `date` are to be searched; everything where the date never
 * rolled or is null. `$1` is the institution. The aggregate has a row in any case: a COALESCE around the query would
 * keep row-level security from the index on the times of postings.
 */
export const searchedFrom = (date: string): string => rolledAt(date, `rolled_at - ${MARGIN}`, '-infinity');

/** SQL of the time up to which postings of the dates up to `date` are to be searched. */
export const searchedTo = (date: string): string => rolledAt(date, `rolled_at + ${MARGIN}`, 'infinity');

function rolledAt(date: string, time: string, otherwise: string): string {
  return `(SELECT coalesce(max(${time}), '${otherwise}') FROM end_of_day_run
    WHERE institution_id = $1 AND date = ${date}::date)`;
}
