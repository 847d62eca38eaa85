import { IsIn, IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';
import { PagingQuery } from '../common/http/paging.dto';
import { IsCalendarDate } from '../common/time/is-calendar-date';

/** Whose interest, and of which business dates. */
export class SavingsAccrualQuery extends PagingQuery {
  /** @example "0000010021" */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  AccountNumber!: string;

  /** The first business date.
   * @example "2026-11-01" */
  @IsCalendarDate()
  StartDate!: string;

  /** The last business date.
   * @example "2026-11-30" */
  @IsCalendarDate()
  EndDate!: string;

  override Direction: 'Asc' | 'Desc' = 'Asc';

  /** What the rows are ordered by. */
  @IsOptional()
  @IsIn(['date'])
  override SortColumn: string = 'date';
}

/** What an account earned on one business date. */
export class SavingsAccrualRowView {
  /** @example "2026-11-21" */
  date!: string;

  /** At the end of the date, in Naira.
   * @example 250000 */
  balance!: number;

  /** Percent a year.
   * @example 4.5 */
  rate!: number;

  /** Earned on the date, in Naira, to six decimals: only what is posted is rounded to the kobo.
   * @example 30.821918 */
  accruedInterest!: number;

  /** Earned and not posted by the end of the date, in Naira, to six decimals.
   * @example 647.260274 */
  cumulative!: number;

  /** Whether the date's interest has been posted to the account since.
   * @example false */
  posted!: boolean;
}
