import { createReadStream } from 'node:fs';
import type { CsvError } from 'csv-parse';
import { type CsvRecord, readCsvRecords } from '../common/files/csv-reader';

export type { CsvRecord } from '../common/files/csv-reader';

/** A file that is not CSV with the documented columns; the message names the file and says what to change. */
export class CsvFileError extends Error {
  override readonly name = 'CsvFileError';
}

/**
 * Reads a CSV file record by record, in constant memory.
 * @param columns the columns that the first line must name, in any order.
 * @throws CsvFileError
 */
export async function* readCsv(file: string, columns: readonly string[]): AsyncGenerator<CsvRecord> {
  yield* records(file, (header) => assertColumns(file, header, columns), 0);
}

/**
 * Reads the records behind a place of the file, which was the end of a record. Their lines count from there.
 * @throws CsvFileError
 */
export async function* readCsvFrom(file: string, columns: readonly string[], start: number): AsyncGenerator<CsvRecord> {
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
    throw new CsvFileError(`The file ${file} cannot be read: ${(error as CsvError).message}`);
  }
}

function assertColumns(file: string, header: string[], columns: readonly string[]): string[] {
  const missing = columns.filter((column) => !header.includes(column));
  const unknown = header.filter((column) => !columns.includes(column));
  if (missing.length === 0 && unknown.length === 0 && header.length === columns.length) return header;
  const faults = [
    missing.length > 0 ? `lacks ${missing.join(', ')}` : '',
    unknown.length > 0 ? `has ${unknown.map((name) => name || 'an empty name').join(', ')}` : '',
  ].filter((fault) => fault !== '');
  throw new CsvFileError(
    `The first line of ${file} must name the columns ${columns.join(', ')}` +
      `${faults.length > 0 ? `; it ${faults.join(' and ')}` : ', each once'}.`,
  );
}
