import type { Tx } from '../../common/database/unit-of-work';
import { validationFailed } from '../../common/http/validation.pipe';
import type { DateBasis } from '../../common/time/date-basis';
import { printedDate } from '../../common/time/printed-date';
import { Branch } from '../../institutions/branches/branch.entity';
import { Institution } from '../../institutions/institution.entity';
import { institutionsErrors } from '../../institutions/institutions.errors';
import type { BooksQuery, DatesQuery } from '../books.dto';
import { booksErrors } from '../books.errors';
import { HEAD_OFFICE } from '../daily-totals/ledger-daily-total.entity';

/** The dates by which entries of an institution count. */
export interface DatesScope {
  institutionId: number;
  basis: DateBasis;
  /** Only what was booked up to this business date; null is everything. */
  bookedThrough: string | null;
}

/** The part of the books that a report shows. */
export interface BooksScope extends DatesScope {
  /** `HEAD_OFFICE` for what belongs to no branch; null is the whole institution. */
  branchId: number | null;
}

/**
 * The dates of a query.
 * @param last the last date that counts.
 * @throws DATE_NOT_REACHED (422)
 */
export async function datesScope(tx: Tx, institutionId: number, query: DatesQuery, last: string): Promise<DatesScope> {
  const { businessDate } = await tx.findOneByOrFail(Institution, { institutionId });
  if (last > businessDate)
    throw booksErrors.DATE_NOT_REACHED(`The business date is ${businessDate}; choose it or an earlier date.`);
  return { institutionId, basis: query.DateBasis, bookedThrough: query.BookedThrough ?? null };
}

/**
 * The scope of a query.
 * @param last the last date of the report.
 * @throws BRANCH_NOT_FOUND (404), DATE_NOT_REACHED (422)
 */
export async function booksScope(tx: Tx, institutionId: number, query: BooksQuery, last: string): Promise<BooksScope> {
  const dates = await datesScope(tx, institutionId, query, last);
  return { ...dates, branchId: await branchOf(tx, institutionId, query) };
}

async function branchOf(tx: Tx, institutionId: number, query: BooksQuery): Promise<number | null> {
  if (query.BranchCode === undefined) return query.WithoutBranch ? HEAD_OFFICE : null;
  const branch = await tx.findOneBy(Branch, { institutionId, branchCode: query.BranchCode });
  if (!branch) throw institutionsErrors.BRANCH_NOT_FOUND();
  return branch.id;
}

/** The dates of a query, both included. @throws VALIDATION_FAILED (400) when the last is before the first. */
export function periodOf({ StartDate, EndDate }: { StartDate: string; EndDate: string }): { from: string; to: string } {
  if (EndDate < StartDate) throw validationFailed([{ field: 'EndDate', message: 'must not be before StartDate' }]);
  return { from: StartDate, to: EndDate };
}

/** The facts above a report that is a file. */
export function scopeFacts({ DateBasis, BookedThrough, BranchCode, WithoutBranch }: BooksQuery): [string, string][] {
  return [
    ['Dates', DateBasis === 'ValueDate' ? 'Value date' : 'Financial (booking) date'],
    ...(BookedThrough === undefined ? [] : [['Booked through', printedDate(BookedThrough)] satisfies [string, string]]),
    ['Branch', BranchCode ?? (WithoutBranch ? 'Without branch' : 'All')],
  ];
}
