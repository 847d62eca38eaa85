import { IsIn, IsNotEmpty, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { PagingQuery } from '../common/http/paging.dto';
import { IsNaira } from '../common/money/is-naira';
import { FieldRelations } from '../common/openapi/field-relations.decorator';
import { IsName } from '../common/text/name-rules';
import { IsCalendarDate } from '../common/time/is-calendar-date';
import { IsInterestRate } from '../products/interest-rate';
import { PLACEMENT_STATUSES, type PlacementStatus } from './placement-status';

export const PLACEMENT_SORT_COLUMNS = ['id', 'maturityDate'] as const;

/** The details of a placement. In an update, a field that is left out is cleared. */
export class PlacementBody {
  /**
   * The institution that has the money.
   * @example "Zenith Bank"
   */
  @IsName(250)
  counterparty!: string;

  /**
   * Naira.
   * @example 50000000
   */
  @IsNaira()
  amount!: number;

  /**
   * Percent a year.
   * @example 21.5
   */
  @IsInterestRate()
  rate!: number;

  /** @example 2026-11-21 */
  @IsCalendarDate()
  startDate!: string;

  /**
   * After `startDate`.
   * @example 2027-02-19
   */
  @IsCalendarDate()
  maturityDate!: string;

  /**
   * Reference of the deal. Unique among the institution's placements.
   * @example PLC-2026-0012
   */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  referenceNumber?: string | null;

  /** @example "90 days, call after 30" */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(1000)
  notes?: string | null;
}

/** The reason of a closure. */
export class ClosePlacementBody {
  /** @example "Principal and interest received" */
  @IsName(250)
  reason!: string;
}

/** The placement in a path. */
export class PlacementPath {
  /** @example 20300 */
  @Matches(/^[1-9]\d{0,15}$/, { message: 'placementId must be a whole number' })
  placementId!: string;
}

/** Filters of the placements. */
@FieldRelations({ rule: 'not-before', field: 'MaturityDateTo', other: 'MaturityDateFrom' })
export class ListPlacementsQuery extends PagingQuery {
  /**
   * Start of the name, ignoring case and accents.
   * @example zenith
   */
  @IsOptional()
  @IsString()
  @MaxLength(250)
  Counterparty?: string;

  /** @example PLC-2026-0012 */
  @IsOptional()
  @IsString()
  @MaxLength(100)
  ReferenceNumber?: string;

  /** @example Active */
  @IsOptional()
  @IsIn(PLACEMENT_STATUSES)
  Status?: PlacementStatus;

  /**
   * Maturity on this date or later.
   * @example 2026-12-01
   */
  @IsOptional()
  @IsCalendarDate()
  MaturityDateFrom?: string;

  /**
   * Maturity on this date or earlier.
   * @example 2026-12-31
   */
  @IsOptional()
  @IsCalendarDate()
  MaturityDateTo?: string;

  /** Column to sort by. */
  @IsOptional()
  @IsIn(PLACEMENT_SORT_COLUMNS)
  override SortColumn: (typeof PLACEMENT_SORT_COLUMNS)[number] = 'id';
}

/** A placement. */
export class PlacementView {
  /** @example 20300 */
  id!: number;

  /** @example "Zenith Bank" */
  counterparty!: string;

  /**
   * Naira.
   * @example 50000000
   */
  amount!: number;

  /**
   * Percent a year.
   * @example 21.5
   */
  rate!: number;

  /** @example 2026-11-21 */
  startDate!: string;

  /** @example 2027-02-19 */
  maturityDate!: string;

  /** @example PLC-2026-0012 */
  referenceNumber!: string | null;

  /** @example "90 days, call after 30" */
  notes!: string | null;

  /**
   * `Matured` from the maturity date on, by the institution's business date.
   * @example Active
   */
  status!: PlacementStatus;

  /**
   * Business date.
   * @example 2027-02-19
   */
  dateClosed!: string | null;

  /** @example "Principal and interest received" */
  closureReason!: string | null;

  /** @example staff:STF001 */
  createdBy!: string;

  /** @example 2026-11-21T10:00:00.000Z */
  createdAt!: string;

  /** @example 2026-11-21T10:00:00.000Z */
  updatedAt!: string;

  /**
   * Changes with the facts of the record; for `If-Match`.
   * @example 3f2a9c0d51b7e864
   */
  version!: string;
}
