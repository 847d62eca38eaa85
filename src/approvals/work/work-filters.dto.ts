import { IsBoolean, IsOptional, IsString, MaxLength } from 'class-validator';
import { PagingQuery } from '../../common/http/paging.dto';
import { IsNaira } from '../../common/money/is-naira';

/** Filters of the queues of staff: by amount, by whose turn it is, and by whether the due time has passed. */
export class WorkFiltersQuery extends PagingQuery {
  /**
   * Naira; a record without an amount has none.
   * @example 1000
   */
  @IsOptional()
  @IsNaira({ zeroAllowed: true })
  MinAmount?: number;

  /**
   * Naira.
   * @example 5000000
   */
  @IsOptional()
  @IsNaira({ zeroAllowed: true })
  MaxAmount?: number;

  /**
   * Assigned to this member of staff.
   * @example STF003
   */
  @IsOptional()
  @IsString()
  @MaxLength(60)
  Assignee?: string;

  /**
   * Assigned to nobody; with `false`, assigned to somebody.
   * @example true
   */
  @IsOptional()
  @IsBoolean()
  Unassigned?: boolean;

  /**
   * Undecided after its due time; with `false`, everything else.
   * @example true
   */
  @IsOptional()
  @IsBoolean()
  Overdue?: boolean;
}
