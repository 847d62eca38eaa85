import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';
import { PagingQuery } from '../../common/http/paging.dto';
import { IsNaira } from '../../common/money/is-naira';
import { IsCalendarDate } from '../../common/time/is-calendar-date';
import { IsTextOrCode } from '../customers/field-rules';
import { LIEN_STATUSES, type LienStatus } from './lien.entity';

/** Money of an account to hold. */
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
   * The caller's own reference; unique among the institution's liens. `updatelien` and `unplacelien` take it.
   * @example LIEN-20261121-0001
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  referenceNumber!: string;

  /** @example "Collateral for a trade facility" */
  @IsOptional()
  @IsString()
  @MaxLength(250)
  reason?: string;

  /** What kind of lien it is, in the caller's own words or codes. */
  @ApiProperty({ type: String, required: false, example: 'Collateral' })
  @IsOptional()
  @IsTextOrCode(50)
  formOfLien?: string | number;

  /**
   * The last business date on which the money is held; without it the lien lasts until it is released.
   * @example 2027-06-30
   */
  @IsOptional()
  @IsCalendarDate()
  expiryDate?: string;
}

/** What changes of a lien; a field that is left out or null stays as it is. */
export class UpdateLienBody {
  /** @example LIEN-20261121-0001 */
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  referenceNumber!: string;

  /**
   * The new amount, Naira; more than before needs as much available money.
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

/** Names a lien to release. */
export class UnplaceLienBody {
  /** @example LIEN-20261121-0001 */
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  referenceNumber!: string;
}

/** Filters of the liens list. */
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

/** A lien as staff see it. */
export class LienRowView extends LienView {
  /** @example 20410 */
  id!: number;

  /**
   * What the institution itself holds the money for; null for a lien of an API client.
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
