import { IsIn, IsOptional, Matches } from 'class-validator';
import { PagingQuery } from '../../common/http/paging.dto';
import type { PeriodKind, PeriodStatus } from './accounting-period.entity';

/** A month or a year. */
export class ClosePeriodBody {
  /**
   * A month (`2026-10`) or a year (`2026`).
   * @example 2026-10
   */
  @Matches(/^(19|2\d)\d{2}(-(0[1-9]|1[0-2]))?$/, {
    message: 'period must be a month such as 2026-10 or a year such as 2026',
  })
  period!: string;
}

/** A month or year whose books are closed or will be. */
export class AccountingPeriodView {
  /** @example 20931 */
  id!: number;

  /** @example Month */
  kind!: PeriodKind;

  /** @example 2026-10 */
  period!: string;

  /** @example 2026-10-01 */
  firstDay!: string;

  /** @example 2026-10-31 */
  lastDay!: string;

  /**
   * `PendingApproval`, `Declined`, `Closing` or `Closed`. From `Closing` on, no posting has a value date in it.
   * @example Closed
   */
  status!: PeriodStatus;

  /** @example staff:ST0002 */
  requestedBy!: string;

  /** @example 2026-11-02T09:00:00.000Z */
  requestedAt!: string;

  /** @example 20932 */
  approvalId!: number | null;

  /**
   * The member of staff who approved or declined it.
   * @example staff:ST0003
   */
  decidedBy!: string | null;

  /** @example 2026-11-02T09:30:00.000Z */
  closedAt!: string | null;

  /**
   * The posting that moved the year's result to retained earnings.
   * @example null
   */
  closingPostingReferenceNumber!: string | null;
}

/** Filters of the periods list. */
export class ListAccountingPeriodsQuery extends PagingQuery {
  /** @example Month */
  @IsOptional()
  @IsIn(['Month', 'Year'])
  Kind?: PeriodKind;

  /** Order of the rows. */
  @IsOptional()
  @IsIn(['lastDay'])
  override SortColumn: string = 'lastDay';
}
