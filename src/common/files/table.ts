import { formatNaira } from '../money/naira';

/** What a column holds; null is an empty cell. */
type ColumnValue<Row> =
  | { kind: 'text'; value: (row: Row) => string | null }
  /** `YYYY-MM-DD`. */
  | { kind: 'date'; value: (row: Row) => string | null }
  /** `YYYY-MM-DD HH:MM:SS` as clocks show it where the reader is. */
  | { kind: 'time'; value: (row: Row) => string | null }
  /** Kobo, shown as Naira without a currency sign. */
  | { kind: 'money'; value: (row: Row) => bigint | null }
  | { kind: 'number'; value: (row: Row) => number | null };

/** A column of a table that people read, whatever the kind of file. */
export type Column<Row> = ColumnValue<Row> & {
  title: string;
  /** In characters: the width in Excel, and the share of the page's width in a PDF. */
  width: number;
};

/**
 * Rows that are there, or many that come a batch at a time, not one by one: a promise for each of them costs time, and memory
 * that only a great collection gives back.
 */
export type Rows<Row> = Iterable<Row> | AsyncIterable<readonly Row[]>;

/** A table for a file. The rows are read once, as they are written, so that a long table is never in memory whole. */
export interface Table<Row> {
  columns: Column<Row>[];
  rows: Rows<Row>;
  /** Marks rows such as balances and totals, which PDF and Excel print bold. */
  isEmphasised?: (row: Row) => boolean;
}

/** A table with what stands above it. */
export interface Sheet<Row> extends Table<Row> {
  /** Heading, and name of the sheet in Excel. */
  title: string;
  /** Names and values above the table; a CSV file has the table alone, because programs read it. */
  facts?: [name: string, value: string][];
}

/** An amount for people, without a currency sign: `-1,234.50`. */
export function amountText(kobo: bigint): string {
  return formatNaira(kobo).replace('₦', '');
}

/** What a cell shows to people. */
export function cellText<Row>(column: Column<Row>, row: Row): string {
  if (column.kind === 'money') {
    const kobo = column.value(row);
    return kobo === null ? '' : amountText(kobo);
  }
  return String(column.value(row) ?? '');
}

/** Whether a column's cells stand at its right edge, so that their decimals are below each other. */
export function isNumeric({ kind }: { kind: Column<never>['kind'] }): boolean {
  return kind === 'money' || kind === 'number';
}
