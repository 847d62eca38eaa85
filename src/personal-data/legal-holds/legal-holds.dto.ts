import { IsBoolean, IsOptional, Matches } from 'class-validator';
import { PagingQuery } from '../../common/http/paging.dto';
import { IsName } from '../../common/text/name-rules';
import { IsCalendarDate } from '../../common/time/is-calendar-date';

/** An order to keep a customer's records. */
export class PlaceLegalHoldBody {
  /** @example "Dispute about the closing balance" */
  @IsName(500)
  reason!: string;

  /**
   * Reference of the order.
   * @example "FHC/L/CS/1182/2026"
   */
  @IsName(100)
  reference!: string;

  /**
   * The last business date of the hold; left out for a hold without an end.
   * @example 2028-12-31
   */
  @IsOptional()
  @IsCalendarDate()
  until?: string | null;
}

/** The reason of a removal. */
export class RemoveLegalHoldBody {
  /** @example "The suit was withdrawn" */
  @IsName(500)
  reason!: string;
}

/** Filters of the legal holds. */
export class ListLegalHoldsQuery extends PagingQuery {
  /** @example 00000021 */
  @IsOptional()
  @Matches(/^\d{8}$/, { message: 'CustomerID must be 8 digits' })
  CustomerID?: string;

  /**
   * true for the holds in force, false for those that were removed or whose last date has passed.
   * @example true
   */
  @IsOptional()
  @IsBoolean()
  InForce?: boolean;
}

/** A legal hold. */
export class LegalHoldView {
  /** @example 20300 */
  id!: number;

  /** @example 00000021 */
  customerID!: string;

  /** @example "FHC/L/CS/1182/2026" */
  reference!: string;

  /** @example "Dispute about the closing balance" */
  reason!: string;

  /** @example 2028-12-31 */
  until!: string | null;

  /**
   * False once it is removed or its last business date has passed.
   * @example true
   */
  inForce!: boolean;

  /** @example staff:STF005 */
  placedBy!: string;

  /** @example 2026-11-21T10:00:00.000Z */
  placedAt!: string;

  /**
   * The member of staff who asked for the removal.
   * @example staff:STF005
   */
  removedBy!: string | null;

  /** @example 2027-11-21T10:00:00.000Z */
  removedAt!: string | null;

  /** @example "The suit was withdrawn" */
  removalReason!: string | null;
}
