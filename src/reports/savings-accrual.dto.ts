import { IsIn, IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';
import { PageQuery } from '../common/http/paging.dto';
import { FieldRelations } from '../common/openapi/field-relations.decorator';
import { IsCalendarDate } from '../common/time/is-calendar-date';

/** The account and the business dates. */
@FieldRelations({ rule: 'not-before', field: 'EndDate', other: 'StartDate' })
export class SavingsAccrualQuery extends PageQuery {
  /** @example "0000010021" */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  AccountNumber!: string;

  /** First business date.
   * @example "2026-11-01" */
  @IsCalendarDate()
  StartDate!: string;

  /** Last business date.
   * @example "2026-11-30" */
  @IsCalendarDate()
  EndDate!: string;

  override Direction: 'Asc' | 'Desc' = 'Asc';

  /** Column by which the rows are sorted. */
  @IsOptional()
  @IsIn(['date'])
  override SortColumn: string = 'date';
}

/** The interest of an account on one business date. */
export class SavingsAccrualRowView {
  /** @example "2026-11-21" */
  date!: string;

  /** Balance at the end of the date, in Naira.
   * @example 250000 */
  balance!: number;

  /** Rate in percent a year.
   * @example 4.5 */
  rate!: number;

  /** Interest of the date, in Naira, to six decimals: only posted interest is rounded to the kobo.
   * @example 30.821918 */
  accruedInterest!: number;

  /** Interest accrued and not posted at the end of the date, in Naira, to six decimals.
   * @example 647.260274 */
  cumulative!: number;

  /** True when the interest of the date has been posted to the account.
   * @example false */
  posted!: boolean;
}
