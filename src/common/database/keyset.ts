import {
  assertFirstPage,
  type CursorList,
  type KeyType,
  type KeyValue,
  readCursor,
  writeCursor,
} from '../http/page-cursor';

/** One key of an order. The keys of a list end with one that is unique. */
export interface SortKey {
  /** SQL of the column; never built from input. */
  column: string;
  type: KeyType;
  /** True where the column can be null: null comes last upwards and first downwards, as PostgreSQL orders it. */
  isNullable?: boolean;
  /** True where the order is that of an index with `text_pattern_ops`, which differs from the collation. */
  isPattern?: boolean;
}

/** An order of rows: all keys in the same direction. */
export interface SortOrder {
  keys: readonly SortKey[];
  direction: 'ASC' | 'DESC';
}

/** The fields of a query of a list that its pages need. */
export interface KeysetParameters {
  PageNumber: number;
  PageSize: number;
  After?: string;
}

/** Adds a value to a statement and returns its placeholder. */
type Place = (value: string) => string;

const CASTS: Readonly<Record<KeyType, string>> = {
  bigint: 'bigint',
  instant: 'timestamptz',
  date: 'date',
  text: 'text',
};

/** SQL of an ORDER BY. */
export function orderBy({ keys, direction }: SortOrder): string {
  return keys
    .map(({ column, isPattern }) =>
      isPattern ? `${column} USING ${direction === 'ASC' ? '~<~' : '~>~'}` : `${column} ${direction}`,
    )
    .join(', ');
}

/**
 * SQL for the rows behind the row with these values (docs/api/conventions.md#cursors). Where an index has the keys, it
 * is read from that row on.
 */
export function behind({ keys, direction }: SortOrder, values: readonly KeyValue[], place: Place): string {
  const isPlain = keys.every(({ isPattern }, at) => !isPattern && values[at] !== null && !keys[at]!.isNullable);
  const placed = keys.map(({ type }, at) =>
    values[at] === null ? null : `CAST(${place(values[at]!)} AS ${CASTS[type]})`,
  );
  if (isPlain) {
    const columns = keys.map(({ column }) => column).join(', ');
    return `(${columns}) ${direction === 'ASC' ? '>' : '<'} (${placed.join(', ')})`;
  }
  return behindFrom({ keys, direction }, placed, 0);
}

/** The rows behind a position by the keys from the given one on. */
function behindFrom(order: SortOrder, placed: readonly (string | null)[], at: number): string {
  const { column, isPattern, isNullable } = order.keys[at]!;
  const value = placed[at]!;
  const isAscending = order.direction === 'ASC';
  const isLast = at === order.keys.length - 1;
  const rest = isLast ? 'false' : behindFrom(order, placed, at + 1);
  if (value === null) {
    const nulls = `(${column} IS NULL AND ${rest})`;
    return isAscending ? nulls : `(${nulls} OR ${column} IS NOT NULL)`;
  }
  const beyond = `${column} ${isPattern ? (isAscending ? '~>~' : '~<~') : isAscending ? '>' : '<'} ${value}`;
  // The first condition is a range of the index; the second decides within it.
  if (isPattern && !isNullable) {
    const from = `${column} ${isAscending ? '~>=~' : '~<=~'} ${value}`;
    return `(${from} AND (${beyond} OR ${rest}))`;
  }
  const nullsFollow = isNullable && isAscending ? ` OR ${column} IS NULL` : '';
  return `(${beyond} OR (${column} = ${value} AND ${rest})${nullsFollow})`;
}

/** The cursors of one list, whose rows are selected by SQL of its own. */
export class Keyset {
  private readonly list: CursorList;

  /**
   * @param name of the list, with the record that it is confined to, such as `bulk_transfer_row 10061`.
   * @param parameters the caller's query, with all its filters.
   */
  constructor(
    name: string,
    private readonly order: SortOrder,
    private readonly parameters: KeysetParameters,
  ) {
    const columns = order.keys.map(({ column }) => column).join(', ');
    this.list = { name, order: `${columns} ${order.direction}`, filters: parameters };
  }

  /** How many rows to read: one more than the page has tells whether the list goes on. */
  get limit(): number {
    return this.parameters.PageSize + 1;
  }

  /** Rows to skip; none behind a cursor. */
  get offset(): number {
    return (this.parameters.PageNumber - 1) * this.parameters.PageSize;
  }

  get orderBy(): string {
    return orderBy(this.order);
  }

  /** True for the first pages of a list, whose place in it is known. */
  get hasNumber(): boolean {
    return this.parameters.After === undefined;
  }

  /**
   * The keys of the row behind which the page begins; undefined without a cursor.
   * @throws VALIDATION_FAILED (400) for a cursor that is none of this list
   */
  position(): KeyValue[] | undefined {
    const { After, PageNumber } = this.parameters;
    if (After === undefined) return undefined;
    assertFirstPage(PageNumber);
    return readCursor(
      After,
      this.list,
      this.order.keys.map(({ type }) => type),
    );
  }

  /**
   * SQL for the rows of the page and those behind it; undefined without a cursor.
   * @throws VALIDATION_FAILED (400) for a cursor that is none of this list
   */
  condition(place: Place): string | undefined {
    const position = this.position();
    return position && behind(this.order, position, place);
  }

  /**
   * The rows of the page, and the cursor behind the last of them; null at the end of the list.
   * @param keysOf the values of the keys of a row.
   */
  cut<Row>(rows: Row[], keysOf: (row: Row) => KeyValue[]): { rows: Row[]; nextAfter: string | null } {
    const { PageSize } = this.parameters;
    if (rows.length <= PageSize) return { rows, nextAfter: null };
    const page = rows.slice(0, PageSize);
    return { rows: page, nextAfter: this.after(keysOf(page.at(-1)!)) };
  }

  /** The cursor behind the row with these values of the keys. */
  after(keys: readonly KeyValue[]): string {
    return writeCursor(this.list, keys);
  }
}
