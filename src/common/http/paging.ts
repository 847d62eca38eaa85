/** The page size when the caller sends none. */
export const DEFAULT_PAGE_SIZE = 20;

/** The largest page size that a caller may send. */
export const MAX_PAGE_SIZE = 200;

/**
 * The largest exact count of a list. Queries count with `LIMIT RECORD_COUNT_CAP + 1`, so that no list scans a large
 * table.
 */
export const RECORD_COUNT_CAP = 10_000;

/** The requested page of a list. */
export interface Paging {
  /** From 1. */
  pageNumber: number;
  /** From 1 to `MAX_PAGE_SIZE`. */
  pageSize: number;
}

/** One page of a list, as every list answers it in `data`. */
export interface Page<Row> extends Paging {
  data: Row[];
  /** The number of matching records on all pages together; exact up to `RECORD_COUNT_CAP`, and that number at most. */
  recordCount: number;
  /** Present when more records match than `recordCount`. */
  recordCountIsCapped?: true;
  /** The cursor behind the last row; null at the end of the list, absent where a list has no cursors. */
  nextAfter?: string | null;
}

/**
 * Returns the rows of one page in the form of every list.
 *
 * @param rows the rows of the requested page.
 * @param cappedCount all matching records, counted up to `RECORD_COUNT_CAP + 1`; that value means "more".
 * @param paging the requested page.
 * @param nextAfter the cursor behind the last row, of a list that has cursors.
 */
export function pageOf<Row>(
  rows: Row[],
  cappedCount: number,
  { pageNumber, pageSize }: Paging,
  nextAfter?: string | null,
): Page<Row> {
  const cursor = nextAfter === undefined ? {} : { nextAfter };
  if (cappedCount <= RECORD_COUNT_CAP) return { data: rows, recordCount: cappedCount, pageNumber, pageSize, ...cursor };
  return { data: rows, recordCount: RECORD_COUNT_CAP, recordCountIsCapped: true, pageNumber, pageSize, ...cursor };
}
