/** The size of a page when the caller names none. */
export const DEFAULT_PAGE_SIZE = 20;

/** The largest page a caller may ask for. */
export const MAX_PAGE_SIZE = 200;

/** How far a list is counted. Callers count with `LIMIT RECORD_COUNT_CAP + 1`, so that no list scans a large table. */
export const RECORD_COUNT_CAP = 10_000;

/** Which page of a list is asked for. */
export interface Paging {
  /** From 1. */
  pageNumber: number;
  /** From 1 to `MAX_PAGE_SIZE`. */
  pageSize: number;
}

/** One page of a list, as every list answers it in `data`. */
export interface Page<Row> extends Paging {
  data: Row[];
  /** How many records match on all pages together; exact up to `RECORD_COUNT_CAP`, and that at most. */
  recordCount: number;
  /** Present when more records match than `recordCount` says. */
  recordCountIsCapped?: true;
}

/**
 * Puts the rows of one page into the shape that lists answer.
 *
 * @param rows the rows of the page asked for.
 * @param cappedCount all matching records, counted no further than `RECORD_COUNT_CAP + 1`; that value means "more".
 * @param paging the page that was asked for.
 */
export function pageOf<Row>(rows: Row[], cappedCount: number, paging: Paging): Page<Row> {
  const { pageNumber, pageSize } = paging;
  if (cappedCount <= RECORD_COUNT_CAP) return { data: rows, recordCount: cappedCount, pageNumber, pageSize };
  return { data: rows, recordCount: RECORD_COUNT_CAP, recordCountIsCapped: true, pageNumber, pageSize };
}
