import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { PagingQuery } from '../../common/http/paging.dto';
import { RequestExample } from '../../common/openapi/request-example.decorators';
import { IsCalendarDate } from '../../common/time/is-calendar-date';
import { type Denomination, DENOMINATIONS } from './denominations';
import type { TillCountStatus } from './till-count.entity';

/** Pieces of one denomination. */
export class CountedPiecesBody {
  /**
   * Banknote or coin, in Naira.
   * @example 1000
   */
  @IsIn(DENOMINATIONS)
  denomination!: Denomination;

  /** @example 12 */
  @IsInt()
  @Min(0)
  @Max(1_000_000)
  pieces!: number;
}

/** A count of the cash of a till. */
@RequestExample({ denominations: [{ denomination: 1000, pieces: 0 }] })
export class CountTillBody {
  /** All cash of the till; none for an empty one. Rows of the same denomination are added up. */
  @IsArray()
  @ArrayMaxSize(50)
  @ValidateNested({ each: true })
  @Type(() => CountedPiecesBody)
  denominations!: CountedPiecesBody[];

  /** @example "Counted with the head teller." */
  @IsOptional()
  @IsString()
  @MaxLength(500)
  note?: string;
}

/** Filters of the counts of a till. */
export class ListTillCountsQuery extends PagingQuery {
  /** @example 2026-11-21 */
  @IsOptional()
  @IsCalendarDate()
  BusinessDate?: string;
}

/** A count of a till. Amounts in Naira. */
export class TillCountView {
  /** @example 20400 */
  id!: number;

  /** @example 20300 */
  tillId!: number;

  /** @example 2026-11-21 */
  businessDate!: string;

  /** @example 12000 */
  counted!: number;

  /**
   * What the ledger had at the moment of the count.
   * @example 12500
   */
  ledgerBalance!: number;

  /**
   * Counted less ledger: above zero there is too much cash, below zero too little.
   * @example -500
   */
  difference!: number;

  denominations!: CountedPiecesBody[];

  /** @example "Counted with the head teller." */
  note!: string | null;

  /**
   * `Balanced`, `PendingApproval`, `Posted` or `Declined`.
   * @example PendingApproval
   */
  status!: TillCountStatus;

  /** @example 20401 */
  approvalId!: number | null;

  /**
   * The posting of an approved difference.
   * @example null
   */
  postingReferenceNumber!: string | null;

  /** @example "staff:STF002" */
  countedBy!: string;

  /** @example 2026-11-21T16:05:00.000Z */
  countedAt!: string;
}
