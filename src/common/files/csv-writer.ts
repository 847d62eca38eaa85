import type { Writable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import { amountText, type Column, type Table } from './table';
import { rowsInTurns, writeChunk } from './write-text';

/** Without it Excel reads UTF-8 as the code page of the country and garbles `Ọlá`. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Characters that spreadsheets read as the start of a formula, also in full width; see OWASP, "CSV injection". */
const FORMULA_START = /^[\s\0]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n\0]/;

/** Text that no spreadsheet executes: a text that looks like a formula gets an apostrophe before it. */
export function harmlessText(text: string): string {
  return FORMULA_START.test(text) ? `'${text}` : text;
}

/**
 * Writes a table as CSV (RFC 4180, UTF-8 with byte order mark), a few rows at a time: a line of titles, then the rows.
 * Amounts are plain numbers with two decimals, `-1234.50`. Spreadsheets execute no text. The stream stays open.
 */
export async function writeCsv<Row>(table: Table<Row>, out: Writable): Promise<void> {
  await writeChunk(out, BYTE_ORDER_MARK + line([table.columns.map(({ title }) => title)]));
  for await (const rows of rowsInTurns(table.rows)) {
    await writeChunk(out, line(rows.map((row) => table.columns.map((column) => field(column, row)))));
  }
}

/** Amounts and dates stand without quotes; text, which comes as a string, is always quoted. */
class Bare {
  constructor(readonly text: string) {}
}

type Field = string | number | null | Bare;

function line(records: Field[][]): string {
  return stringify(records, {
    quoted_string: true,
    record_delimiter: 'windows',
    // A string, because an options object for one field would make the library resolve all options again for each
    // field.
    cast: { object: (value) => (value instanceof Bare ? value.text : '') },
  });
}

function field<Row>(column: Column<Row>, row: Row): Field {
  const value = column.value(row);
  if (value === null || typeof value === 'number') return value;
  if (typeof value === 'bigint') return new Bare(plainAmount(value));
  return column.kind === 'text' ? harmlessText(value) : new Bare(value);
}

/** `-1234.50`, for programs. */
function plainAmount(kobo: bigint): string {
  return amountText(kobo).replaceAll(',', '');
}
