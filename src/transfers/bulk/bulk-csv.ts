import { type CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { validationFailed } from '../../common/http/validation.pipe';
import { BULK_ROWS_MAX } from './bulk-bounds';

const FILE_COLUMNS = ['debitAccount', 'rowCount', 'totalAmount', 'narration', 'amlApprovalReference'];
const ROW_COLUMNS = [
  'reference',
  'creditAccount',
  'amount',
  'narration',
  'bankCode',
  'nameEnquiryRef',
  'beneficiaryName',
];
const NUMBERS = new Set(['rowCount', 'totalAmount', 'amount']);
const PLAIN_NUMBER = /^\d{1,12}(\.\d{1,2})?$/;

/** Lines before the rows: the names and values of the file's facts, and the names of the rows' columns. */
const LINES_BEFORE_ROWS = 3;

/**
 * Reads a file of transfers as CSV (RFC 4180, UTF-8) into the body that the same file has as JSON: a line with the
 * names of the file's facts, one with their values, one with the names of the columns, then one line for each row
 * (docs/api/bulk-transfers.md#csv).
 * @throws VALIDATION_FAILED (400)
 */
export function readBulkCsv(text: string): Record<string, unknown> {
  const [factNames, facts, rowNames, ...rows] = recordsOf(text);
  if (!factNames || !facts || !rowNames)
    throw refused('must have the names and values of the file, then the names of the columns and the rows');
  const file = objectOf(columnsOf(factNames, FILE_COLUMNS, 'first line'), facts, 2);
  const columns = columnsOf(rowNames, ROW_COLUMNS, 'third line');
  return { ...file, rows: rows.map((row, index) => objectOf(columns, row, index + LINES_BEFORE_ROWS + 1)) };
}

function recordsOf(text: string): string[][] {
  if (text.includes('\0')) throw refused('must be text without NUL characters');
  try {
    return parse(text, {
      bom: true,
      relax_column_count: true,
      skip_empty_lines: true,
      to: LINES_BEFORE_ROWS + BULK_ROWS_MAX + 1,
    });
  } catch (error) {
    throw refused(`is no CSV: ${(error as CsvError).message.slice(0, 200)}`);
  }
}

function columnsOf(names: string[], known: readonly string[], line: string): string[] {
  const unknown = names.find((name, index) => !known.includes(name) || names.indexOf(name) !== index);
  if (unknown === undefined) return names;
  throw refused(`has ${JSON.stringify(unknown.slice(0, 50))} in its ${line}; name each of ${known.join(', ')} once`);
}

/** An empty value is one that is not sent. A number that is none stays text, which the rules of the body refuse. */
function objectOf(columns: readonly string[], values: readonly string[], line: number): Record<string, unknown> {
  if (values.length > columns.length) throw refused(`has more values than columns in record ${line}`);
  const object: Record<string, unknown> = {};
  for (const [index, value] of values.entries()) {
    const name = columns[index]!;
    if (value !== '') object[name] = NUMBERS.has(name) && PLAIN_NUMBER.test(value) ? Number(value) : value;
  }
  return object;
}

function refused(message: string): Error {
  return validationFailed([{ field: 'body', message }]);
}
