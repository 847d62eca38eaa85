import { IsIn, IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';
import { PagingQuery } from '../common/http/paging.dto';
import { FieldRelations } from '../common/openapi/field-relations.decorator';
import { IsCalendarDate } from '../common/time/is-calendar-date';
import { VEND_STATUSES, type VendStatus } from './vend-status';

@FieldRelations({ rule: 'not-before', field: 'EndDate', other: 'StartDate' })
export class SearchVendsQuery extends PagingQuery {
  /** Reference of the bill payment.
   * @example "BILL-20261121-0001" */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  PaymentReference?: string;

  /** The debited account.
   * @example "0123456789" */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  AccountNumber?: string;

  /** Status of the bill payment.
   * @example "Successful" */
  @IsOptional()
  @IsIn(VEND_STATUSES)
  VendStatus?: VendStatus;

  /** First day, in the institution's time zone.
   * @example "2026-11-01" */
  @IsOptional()
  @IsCalendarDate()
  StartDate?: string;

  /** Last day, in the institution's time zone.
   * @example "2026-11-30" */
  @IsOptional()
  @IsCalendarDate()
  EndDate?: string;

  /** Column by which the rows are sorted.
   * @example "TransactionDate" */
  @IsOptional()
  @IsIn(['TransactionDate'])
  override SortColumn?: string;
}
