import { IsBoolean, IsIn, IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';
import { DATE_BASES, type DateBasis } from '../common/time/date-basis';
import { IsCalendarDate } from '../common/time/is-calendar-date';

/** The dates by which entries count. */
export class DatesQuery {
  /** The date by which entries count: `ValueDate`, or `BookingDate` for the business date of booking.
   * @example "ValueDate" */
  @IsOptional()
  @IsIn(DATE_BASES)
  DateBasis: DateBasis = 'ValueDate';

  /** Leaves out what was booked after this business date, so that the report of that day can be made again.
   * @example "2026-11-20" */
  @IsOptional()
  @IsCalendarDate()
  BookedThrough?: string;
}

/** The part of the books that a report shows. */
export class BooksQuery extends DatesQuery {
  /** A branch; without it the whole institution.
   * @example "001" */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  BranchCode?: string;

  /** True for what belongs to no branch. `BranchCode` goes before it.
   * @example false */
  @IsOptional()
  @IsBoolean()
  WithoutBranch: boolean = false;
}
