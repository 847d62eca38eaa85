import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from './paging';

/**
 * Paging and order of every list. Extend it with the list's filters, and with its own `SortColumn` where rows are not
 * ordered by their ids.
 */
export class PagingQuery {
  /** Page to return, from 1. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  PageNumber: number = 1;

  /** Rows per page, at most 200. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MAX_PAGE_SIZE)
  PageSize: number = DEFAULT_PAGE_SIZE;

  /** Column that orders the rows. */
  @IsOptional()
  @IsIn(['id'])
  SortColumn?: string;

  /** Order of the rows. */
  @IsOptional()
  @IsIn(['Asc', 'Desc'])
  Direction: 'Asc' | 'Desc' = 'Desc';
}
