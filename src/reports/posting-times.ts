import type { Tx } from '../common/database/unit-of-work';
import type { DateSpan } from './account-period';

/** The times between which the postings of some business dates were made. */
export interface TimeSpan {
  from: Date;
  until: Date;
}

/**
 * Postings are indexed by their time, and business dates rise with it, except around the roll of the date. So a binary
 * search finds the time of a date's first posting, and the margin covers the roll, because no transaction takes that
 * long.
 */
const MARGIN_MS = 600_000;

const FIRST_POSTING = (comparison: '<' | '<='): string => `
  WITH RECURSIVE ends AS (
        SELECT (SELECT min(posted_at) FROM posting WHERE institution_id = $1) AS low,
           (SELECT max(posted_at) FROM posting WHERE institution_id = $1) AS high),
  search (low, high) AS (
    SELECT low - interval '1 second', high + interval '1 second' FROM ends WHERE low IS NOT NULL
    UNION ALL
    SELECT CASE WHEN before THEN middle ELSE low END, CASE WHEN before THEN high ELSE middle END
      FROM (SELECT low, high, middle,
                   coalesce((SELECT p.business_date ${comparison} $2 FROM posting p
                                                            WHERE p.institution_id = $1 AND p.posted_at >= middle
                              ORDER BY p.posted_at LIMIT 1), false) AS before
              FROM (SELECT low, high, low + (high - low) / 2 AS middle
                      FROM search WHERE high - low > interval '1 second') halved) looked)
  SELECT low, high FROM search WHERE high - low <= interval '1 second'`;

/** The times of the postings of some business dates; undefined when the institution has no postings. */
export async function postingTimes(
  tx: Tx,
  institutionId: number,
  { from, to }: DateSpan,
): Promise<TimeSpan | undefined> {
  const [first] = await tx.query<{ low: Date; high: Date }[]>(FIRST_POSTING('<'), [institutionId, from]);
  const [after] = await tx.query<{ low: Date; high: Date }[]>(FIRST_POSTING('<='), [institutionId, to]);
  if (!first || !after) return undefined;
  return { from: new Date(first.low.getTime() - MARGIN_MS), until: new Date(after.high.getTime() + MARGIN_MS) };
}
