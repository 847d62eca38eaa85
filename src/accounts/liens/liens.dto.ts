import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';
import { PagingQuery } from '../../common/http/paging.dto';
import { IsNaira } from '../../common/money/is-naira';
import { IsReference } from '../../common/text/reference-rule';
import { IsCalendarDate } from '../../common/time/is-calendar-date';
import { IsTextOrCode } from '../customers/field-rules';
import { LIEN_STATUSES, type LienStatus } from './lien.entity';

/** The lien to place. */
export class PlaceLienBody {
  /** @example 0000010021 */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  accountNumber!: string;

  /**
   * Naira.
   * @example 25000
   */
  @IsNaira()
  amount!: number;

  /**
   * The caller's own reference, which `updatelien` and `unplacelien` take. Unique among the institution's liens.
   * @example LIEN-20261121-0001
   */
  @IsReference()
  referenceNumber!: string;

  /** @example "Collateral for a trade facility" */
  @IsOptional()
  @IsString()
  @MaxLength(250)
  reason?: string;

  /** The kind of the lien, in the caller's own words or codes. */
  @ApiProperty({ type: String, required: false, example: 'Collateral' })
  @IsOptional()
  @IsTextOrCode(50)
  formOfLien?: string | number;

  /**
   * The last business date of the lien. Without it the lien lasts until it is released.
   * @example 2027-06-30
   */
  @IsOptional()
  @IsCalendarDate()
  expiryDate?: string;
}

/** The changes of a lien. A field that is left out or null stays as it is. */
export class UpdateLienBody {
  /** @example LIEN-20261121-0001 */
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  referenceNumber!: string;

  /**
   * The new amount, Naira. For a larger amount the account must have the difference available.
   * @example 30000
   */
  @IsOptional()
  @IsNaira()
  amount?: number;

  /** @example "Facility raised" */
  @IsOptional()
  @IsString()
  @MaxLength(250)
  reason?: string;

  /** @example 2027-12-31 */
  @IsOptional()
  @IsCalendarDate()
  expiryDate?: string;
}

/** The lien to release. */
export class UnplaceLienBody {
  /** @example LIEN-20261121-0001 */
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  referenceNumber!: string;
}

/** Filters of the list of liens. */
export class ListLiensQuery extends PagingQuery {
  /** @example 0000010021 */
  @IsOptional()
  @IsString()
  @MaxLength(20)
  AccountNumber?: string;

  /** @example Active */
  @IsOptional()
  @IsIn(LIEN_STATUSES)
  Status?: LienStatus;
}

/** A lien. */
export class LienView {
  /** @example 20410 */
  lienID!: number;

  /** @example LIEN-20261121-0001 */
  referenceNumber!: string;

  /** @example Active */
  status!: LienStatus;

  /** @example 0000010021 */
  accountNumber!: string;

  /**
   * Naira.
   * @example 25000
   */
  amount!: number;

  /** @example "Collateral for a trade facility" */
  reason!: string | null;

  /** @example Collateral */
  formOfLien!: string | null;

  /** @example 2027-06-30 */
  expiryDate!: string | null;
}

/** A lien with its purpose and who placed and ended it. */
export class LienRowView extends LienView {
  /** @example 20410 */
  id!: number;

  /**
   * The purpose of a lien of the institution itself; null for a lien of an API client.
   * @example "loan:20300"
   */
  heldFor!: string | null;

  /** @example "api-client:CL-7Q2M" */
  placedBy!: string;

  /** @example 2026-11-21T10:00:00.000Z */
  placedAt!: string;

  /** @example "api-client:CL-7Q2M" */
  endedBy!: string | null;

  /** @example 2026-12-01T10:00:00.000Z */
  endedAt!: string | null;
}
