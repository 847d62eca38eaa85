import { stringifySearch } from '../../rules/search-params';

/** The page of a ledger's entries, under the dates and the branch of the report that leads to it. */
export function ledgerAddress(code: string, query: Record<string, string> = {}): string {
  const { StartDate, EndDate, Date: day, DateBasis, BranchCode, WithoutBranch, BookedThrough } = query;
  const end = EndDate ?? day;
  return `/books/ledger${stringifySearch({
    LedgerCode: code,
    StartDate: StartDate ?? (end && `${end.slice(0, 7)}-01`),
    EndDate: end,
    DateBasis,
    BranchCode,
    WithoutBranch,
    BookedThrough,
  })}`;
}
