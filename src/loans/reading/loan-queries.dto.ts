import { IsIn, IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';
import { PagingQuery } from '../../common/http/paging.dto';
import { IsCalendarDate } from '../../common/time/is-calendar-date';
import { LOAN_STATUSES, type LoanStatus } from '../contract/loan-status';

/** Filters of the loan search. */
export class SearchLoansQuery extends PagingQuery {
  /** @example 0000010302 */
  @IsOptional()
  @IsString()
  @MaxLength(20)
  LoanAccountNumber?: string;

  /** @example 00000101 */
  @IsOptional()
  @IsString()
  @MaxLength(20)
  CustomerID?: string;

  /** @example 0000010021 */
  @IsOptional()
  @IsString()
  @MaxLength(20)
  LinkedNumber?: string;

  /** @example AG000001 */
  @IsOptional()
  @IsString()
  @MaxLength(20)
  AgentCode?: string;

  /** @example LN001 */
  @IsOptional()
  @IsString()
  @MaxLength(20)
  ProductCode?: string;

  /** @example 001 */
  @IsOptional()
  @IsString()
  @MaxLength(20)
  BranchCode?: string;

  /** @example Active */
  @IsOptional()
  @IsIn(LOAN_STATUSES)
  LoanStatus?: LoanStatus;

  /**
   * Loans that start on this day or later.
   * @example 2026-11-01
   */
  @IsOptional()
  @IsCalendarDate()
  StartDate?: string;

  /**
   * Loans that start on this day or earlier.
   * @example 2026-11-30
   */
  @IsOptional()
  @IsCalendarDate()
  EndDate?: string;

  /**
   * Date of `payoffAmount`: from the business date to a year after it; default the business date.
   * @example 2026-11-30
   */
  @IsOptional()
  @IsCalendarDate()
  PayoffDate?: string;

  /** Sort field; default: `startDate` for a search by dates alone, else `id`. */
  @IsOptional()
  @IsIn(['id', 'startDate'])
  override SortColumn?: 'id' | 'startDate';
}

/** The loan whose schedule is read. */
export class LoanScheduleQuery {
  /** @example 0000010302 */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  LoanAccountNumber!: string;

  /**
   * Date of `payoffAmount`: from the business date to a year after it; default the business date.
   * @example 2026-11-30
   */
  @IsOptional()
  @IsCalendarDate()
  PayoffDate?: string;
}
