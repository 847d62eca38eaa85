import { IsIn, IsInt, IsNotEmpty, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { PagingQuery } from '../../common/http/paging.dto';
import { IsNaira } from '../../common/money/is-naira';
import { LeftOutOfExample } from '../../common/openapi/request-example.decorators';
import { IsReference } from '../../common/text/reference-rule';
import { IsCalendarDate } from '../../common/time/is-calendar-date';
import { IsInterestRate } from '../../products/interest-rate';
import { OVERDRAFT_STATUSES, type OverdraftStatus } from './overdraft.entity';

/** The overdraft to add. */
export class AddOverdraftBody {
  /** @example 0000010021 */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  accountNumber!: string;

  /**
   * The most that the account may be overdrawn, Naira.
   * @example 500000
   */
  @IsNaira()
  limit!: number;

  /**
   * Percent a year.
   * @example 24.5
   */
  @IsInterestRate()
  interestRate!: number;

  /**
   * The first business date on which the limit counts. Default: the business date, which also replaces an earlier date.
   * @example 2026-12-01
   */
  @IsOptional()
  @IsCalendarDate()
  startDate?: string;

  /**
   * The last business date on which the limit counts.
   * @example 2027-11-30
   */
  @IsCalendarDate()
  expiryDate!: string;

  /**
   * The caller's own reference; unique among the institution's overdrafts.
   * @example OD-20261121-0001
   */
  @IsReference()
  referenceNumber!: string;
}

/** The id of an overdraft. */
export class OverdraftIdBody {
  /** @example 20420 */
  @IsInt()
  @Min(1)
  @Max(Number.MAX_SAFE_INTEGER)
  id!: number;
}

/** The changes of an overdraft. A field that is left out or null stays as it is. */
@LeftOutOfExample('startDate')
export class UpdateOverdraftBody extends OverdraftIdBody {
  /**
   * Naira.
   * @example 750000
   */
  @IsOptional()
  @IsNaira()
  limit?: number;

  /**
   * Percent a year.
   * @example 22
   */
  @IsOptional()
  @IsInterestRate()
  interestRate?: number;

  /**
   * Can be changed only before the overdraft is in force.
   * @example 2026-12-15
   */
  @IsOptional()
  @IsCalendarDate()
  startDate?: string;

  /** @example 2028-11-30 */
  @IsOptional()
  @IsCalendarDate()
  expiryDate?: string;
}

/** Filters of the overdraft search. */
export class SearchOverdraftsQuery extends PagingQuery {
  /** @example 0000010021 */
  @IsOptional()
  @IsString()
  @MaxLength(20)
  AccountNumber?: string;

  /** @example Active */
  @IsOptional()
  @IsIn(OVERDRAFT_STATUSES)
  Status?: OverdraftStatus;
}

/** An overdraft. */
export class OverdraftView {
  /** @example 20420 */
  id!: number;

  /** @example 0000010021 */
  accountNumber!: string;

  /**
   * Naira.
   * @example 500000
   */
  limit!: number;

  /**
   * Percent a year.
   * @example 24.5
   */
  interestRate!: number;

  /** @example 2026-12-01 */
  startDate!: string;

  /** @example 2027-11-30 */
  expiryDate!: string;

  /** @example OD-20261121-0001 */
  referenceNumber!: string;

  /** @example Active */
  status!: OverdraftStatus;

  /**
   * True while the limit counts; false while an active overdraft waits for its start date.
   * @example true
   */
  isInForce!: boolean;

  /**
   * The approval that the overdraft or a change of it waits for.
   * @example null
   */
  approvalId!: number | null;

  /** @example 2026-11-21T10:00:00.000Z */
  createdAt!: string;

  /** @example 2026-11-21T10:00:00.000Z */
  updatedAt!: string;
}
