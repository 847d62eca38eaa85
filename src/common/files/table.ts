import { formatNaira } from '../money/naira';
import { printedDate, printedTime } from '../time/printed-date';

/** The value of a cell; null is an empty cell. */
type ColumnValue<Row> =
  | { kind: 'text'; value: (row: Row) => string | null }
  /** `YYYY-MM-DD`. */
  | { kind: 'date'; value: (row: Row) => string | null }
  /** `YYYY-MM-DD HH:MM:SS` in the reader's local time. */
  | { kind: 'time'; value: (row: Row) => string | null }
  /** Kobo, shown as Naira without a currency sign. */
  | { kind: 'money'; value: (row: Row) => bigint | null }
  | { kind: 'number'; value: (row: Row) => number | null };

/** A column of a table for people, in any file type. */
export type Column<Row> = ColumnValue<Row> & {
  title: string;
  /** In characters: the width in Excel, and the share of the page's width in a PDF. */
  width: number;
};

/**
 * Rows in memory, or many rows in batches. They do not come one by one: a promise for each row costs time, and memory
 * that only a major garbage collection frees.
 */
export type Rows<Row> = Iterable<Row> | AsyncIterable<readonly Row[]>;

/** A table for a file. The rows are read once while they are written, so that a long table is never in memory whole. */
export interface Table<Row> {
  columns: Column<Row>[];
  rows: Rows<Row>;
  /** Marks rows such as balances and totals, which PDF and Excel print bold. */
  isEmphasised?: (row: Row) => boolean;
}

/** A name with its value: a text, or an amount in kobo, which a spreadsheet shows as a number. */
export type Fact = [name: string, value: string | bigint];

/** A table with a title and facts above it. */
export interface Sheet<Row> extends Table<Row> {
  /** Heading, and name of the sheet in Excel. */
  title: string;
  /** Names and values above the table; a CSV file has the table alone, because programs read it. */
  facts?: Fact[];
}

/** An amount for people, without a currency sign: `-1,234.50`. */
export function amountText(kobo: bigint): string {
  return formatNaira(kobo).replace('₦', '');
}

/** The text of a cell for people. */
export function cellText<Row>(column: Column<Row>, row: Row): string {
  if (column.kind === 'money') {
    const kobo = column.value(row);
    return kobo === null ? '' : amountText(kobo);
  }
  const value = column.value(row);
  if (value === null) return '';
  if (column.kind === 'date') return printedDate(String(value));
  return column.kind === 'time' ? printedTime(String(value)) : String(value);
}

/** True when a column is aligned right, so that its decimals are below each other. */
export function isNumeric({ kind }: { kind: Column<never>['kind'] }): boolean {
  return kind === 'money' || kind === 'number';
}
