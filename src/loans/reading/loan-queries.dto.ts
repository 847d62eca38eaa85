import { OmitType } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsInt, IsNotEmpty, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { PagingQuery } from '../../common/http/paging.dto';
import { FieldRelations } from '../../common/openapi/field-relations.decorator';
import { IsCalendarDate } from '../../common/time/is-calendar-date';
import { LOAN_STATUSES, type LoanStatus } from '../contract/loan-status';

/** Filters of the loan search. */
@FieldRelations({ rule: 'not-before', field: 'EndDate', other: 'StartDate' })
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

export const STAFF_LOAN_SORT_COLUMNS = ['id', 'startDate', 'amountOverdue', 'daysPastDue'] as const;

/** Filters of the staff's list of loans. */
@FieldRelations({ rule: 'not-before', field: 'EndDate', other: 'StartDate' })
export class ListLoansQuery extends OmitType(SearchLoansQuery, ['SortColumn']) {
  /**
   * Loans with an instalment overdue; with `false`, all others.
   * @example true
   */
  @IsOptional()
  @IsBoolean()
  Overdue?: boolean;

  /**
   * Loans that are so many days past due or more.
   * @example 30
   */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(36_500)
  DaysPastDueFrom?: number;

  /**
   * Staff id of the account officer.
   * @example STF001
   */
  @IsOptional()
  @IsString()
  @MaxLength(50)
  Officer?: string;

  /** Sort field; default: `startDate` for a search by dates alone, else `id`. */
  @IsOptional()
  @IsIn(STAFF_LOAN_SORT_COLUMNS)
  SortColumn?: (typeof STAFF_LOAN_SORT_COLUMNS)[number];
}

/** The day of the payoff. */
export class LoanPayoffQuery {
  /**
   * Date of `payoffAmount`: from the business date to a year after it; default the business date.
   * @example 2026-11-30
   */
  @IsOptional()
  @IsCalendarDate()
  PayoffDate?: string;
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
