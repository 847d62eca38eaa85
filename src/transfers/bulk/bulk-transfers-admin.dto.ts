import { IsIn, IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';
import { PagingQuery } from '../../common/http/paging.dto';
import { FieldRelations } from '../../common/openapi/field-relations.decorator';
import { IsCalendarDate } from '../../common/time/is-calendar-date';
import { BULK_STATUSES, type BulkStatus, BulkTransferFileView, BulkTransferView } from './bulk-transfers.dto';

@FieldRelations({ rule: 'not-before', field: 'EndDate', other: 'StartDate' })
export class ListBulkTransfersQuery extends PagingQuery {
  /** Status of the file.
   * @example "Completed" */
  @IsOptional()
  @IsIn(BULK_STATUSES)
  Status?: BulkStatus;

  /** The `request-reference` of the file.
   * @example "PAYROLL-2026-11" */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  ReferenceNumber?: string;

  /** Account or ledger that was debited.
   * @example "0123456789" */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  DebitAccount?: string;

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
}

/** A file of transfers in a list of staff. */
export class BulkTransferListView extends BulkTransferFileView {
  /** @example 20417 */
  id!: number;

  /** The API client that sent the file.
   * @example "api-client:cli_3f9b2c" */
  maker!: string;
}

/** A file of transfers as staff see it. */
export class BulkTransferStaffView extends BulkTransferView {
  /** @example 20417 */
  id!: number;

  /** The API client that sent the file.
   * @example "api-client:cli_3f9b2c" */
  maker!: string;
}
