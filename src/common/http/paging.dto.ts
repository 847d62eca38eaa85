import type { SchemaObject } from '@nestjs/swagger';
import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { fieldRule } from '../openapi/documented-rule';
import { LeftOutOfExample } from '../openapi/request-example.decorators';
import { CURSOR_MAX_LENGTH } from './page-cursor';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from './paging';

const CURSOR = /^[A-Za-z0-9_-]+$/;

const IsCursor = (): PropertyDecorator =>
  fieldRule({
    name: 'isCursor',
    // Only an answer gives values, so no other can be made up for examples and tests.
    schema: {
      type: 'string',
      maxLength: CURSOR_MAX_LENGTH,
      pattern: CURSOR.source,
      'x-from-answer': 'nextAfter',
    } as SchemaObject,
    validate: (value) => typeof value === 'string' && value.length <= CURSOR_MAX_LENGTH && CURSOR.test(value),
    expected: 'the nextAfter of an answer',
  });

/** Paging and order of a short list, which is read whole: it has page numbers and no cursors. */
export class PageQuery {
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

/**
 * Paging and order of every other list. Extend it with the list's filters, and with its own `SortColumn` where rows are
 * not ordered by their ids. The list is read with `listPage`, `pageByIds` or a `Keyset`, which heed the cursor.
 */
@LeftOutOfExample('After')
export class PagingQuery extends PageQuery {
  /**
   * The `nextAfter` of the last answer: the page that follows it, however far down the list. The order and the filters
   * must be the same.
   */
  @IsOptional()
  @IsCursor()
  After?: string;
}
