import type { BooksQuery } from './books.dto';

/** The report that shows an amount, and the days whose entries make it. */
export interface ReportedPart {
  query: BooksQuery;
  from: string;
  to: string;
}

/**
 * The address at which the API lists the entries behind an amount of a ledger, under the dates and the branch of the
 * report that shows it (docs/api/books.md#ledger-entries).
 */
export function entriesAddress(code: string, { query, from, to }: ReportedPart): string {
  const { DateBasis, BookedThrough, BranchCode, WithoutBranch } = query;
  const search = new URLSearchParams({ LedgerCode: code, StartDate: from, EndDate: to, DateBasis });
  if (BookedThrough !== undefined) search.set('BookedThrough', BookedThrough);
  if (BranchCode !== undefined) search.set('BranchCode', BranchCode);
  else if (WithoutBranch) search.set('WithoutBranch', 'true');
  return `/api/admin/v1/books/ledger-entries?${search.toString()}`;
}

/** The days from the beginning of the year: the balance of a day is the closing balance of their entries. */
export function yearUntil(query: BooksQuery, date: string): ReportedPart {
  return { query, from: `${date.slice(0, 4)}-01-01`, to: date };
}
