import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { type CsvRecord, csvViolation, readCsvRecords } from '../common/files/csv-reader';

export type { CsvRecord } from '../common/files/csv-reader';

/** A file that is not CSV with the documented columns; the message names the file and says what to change. */
export class CsvFileError extends Error {
  override readonly name = 'CsvFileError';
}

/** The columns that the first line of a file names, in any order; it may leave the optional ones out. */
export interface FileColumns {
  all: readonly string[];
  optional: readonly string[];
}

/**
 * Reads a CSV file record by record, in constant memory.
 * @throws CsvFileError
 */
export async function* readCsv(file: string, columns: FileColumns): AsyncGenerator<CsvRecord> {
  assertUtf8(file);
  let hasHeader = false;
  const toHeader = (header: string[]): string[] => {
    hasHeader = true;
    return assertColumns(file, header, columns);
  };
  yield* records(file, toHeader, 0);
  if (!hasHeader) assertColumns(file, [], columns);
}

/** A byte order mark of UTF-16, which spreadsheets write as "Unicode text". */
function assertUtf8(file: string): void {
  const start = Buffer.alloc(2);
  const opened = openSync(file, 'r');
  try {
    readSync(opened, start);
  } finally {
    closeSync(opened);
  }
  const mark = start.readUInt16BE();
  if (mark === 0xfffe || mark === 0xfeff)
    throw new CsvFileError(`The file ${file} is UTF-16; save it as CSV in UTF-8.`);
}

/**
 * Reads the records behind a place of the file, which was the end of a record. Their lines count from there.
 * @throws CsvFileError
 */
export async function* readCsvFrom(file: string, columns: FileColumns, start: number): AsyncGenerator<CsvRecord> {
  if (start === 0) {
    yield* readCsv(file, columns);
    return;
  }
  let names: string[] = [];
  const toHeader = (header: string[]): string[] => (names = assertColumns(file, header, columns));
  // The first record comes with the header.
  for await (const _ of records(file, toHeader, 0)) break;
  yield* records(file, names, start);
}

async function* records(
  file: string,
  columns: string[] | ((header: string[]) => string[]),
  start: number,
): AsyncGenerator<CsvRecord> {
  try {
    for await (const record of readCsvRecords(createReadStream(file, { start }), columns))
      yield { ...record, end: start + record.end };
  } catch (error) {
    if (error instanceof CsvFileError) throw error;
    throw new CsvFileError(`The file ${file} cannot be read: ${csvViolation(error) ?? (error as Error).message}`);
  }
}

function assertColumns(file: string, header: string[], { all, optional }: FileColumns): string[] {
  const missing = all.filter((column) => !header.includes(column) && !optional.includes(column));
  const unknown = header.filter((column) => !all.includes(column));
  const twice = header.filter((column, index) => header.indexOf(column) < index);
  const faults = [
    missing.length > 0 ? `lacks ${missing.join(', ')}` : '',
    unknown.length > 0 ? `has ${unknown.map((name) => name || 'an empty name').join(', ')}` : '',
    twice.length > 0 ? `names ${twice.map((name) => name || 'an empty name').join(', ')} twice` : '',
  ].filter((fault) => fault !== '');
  if (faults.length === 0) return header;
  throw new CsvFileError(
    `The first line of ${file} must name the columns ${all.join(', ')}; it ${faults.join(' and ')}.`,
  );
}
