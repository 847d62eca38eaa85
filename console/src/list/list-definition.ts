import type { ReactNode } from 'react';
import type { OperationId, Row } from '../api/client';
import type { Action } from '../form/action';
import type { Column } from './data-table';
import type { ExportReport } from './export-menu';

/** A tab above a list: the same list under fixed filters. */
export interface ListTab {
  title: string;
  search: Record<string, string>;
}

/** A page that lists records of one operation. What is filtered and how it sorts stands in the address. */
export interface ListDefinition<Id extends OperationId, R = Row<Id>> {
  operation: Id;
  title: string;
  /** One sentence under the title. */
  intro?: ReactNode;
  columns: readonly Column<R>[];
  rowKey: (row: R) => string;
  /** The page of a row's record. */
  opens?: (row: R) => string | undefined;
  /** Query parameters offered as filters, in order; the first text is the one that `/` goes to. */
  filters?: readonly string[];
  /** Filters without which there is no list: they are asked for first. */
  needs?: readonly string[];
  labels?: Record<string, string>;
  tabs?: readonly ListTab[];
  /** Filters of the list that a person cannot change. */
  fixed?: Record<string, string>;
  /** Values of filters until a person chooses others. */
  defaults?: Record<string, string>;
  path?: Record<string, string>;
  /** Actions of the page, and of each row. */
  actions?: readonly Action<undefined>[];
  rowActions?: readonly Action<R>[];
  /** The text of an empty list: how rows come into it. */
  empty: string;
  /** The formats of a download that the operation offers by its parameter `Format`. */
  formats?: readonly string[];
  /** The name of the list in the API of exports, where all of its rows can be had as a file. */
  exports?: ExportReport;
  /** After how long the list is read again by itself, while rows of the page change without anybody. */
  refreshMs?: (rows: readonly R[]) => number | false;
  /** A list inside another page: without a heading of its own. */
  isPart?: boolean;
}
