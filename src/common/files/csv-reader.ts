import type { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';

/** One record of a CSV file by column, with the line on which it ends. */
export interface CsvRecord {
  line: number;
  /** Bytes that were read of the source up to the end of the record. */
  end: number;
  fields: Record<string, string>;
}

const FAULT_LENGTH_MAX = 200;

/**
 * Why a file is no CSV, as words for whoever sent it; undefined for another error. The library's codes do not all begin
 * alike, and its messages quote the file.
 */
export function csvViolation(error: unknown): string | undefined {
  if (!(error instanceof CsvError)) return undefined;
  return error.message
    .replace(/, value is .*/s, '')
    .replace(/[\p{Cc}\uFFFD]+/gu, ' ')
    .slice(0, FAULT_LENGTH_MAX);
}

/** The most characters of one record, so that a file without line ends cannot fill the memory. */
const RECORD_LENGTH_MAX = 65_536;

/**
 * Reads CSV (RFC 4180, UTF-8, with or without byte order mark) record by record, in constant memory. The source is
 * destroyed at the end.
 * @param columns the columns by the first line, which throws where the line is not as it must be; or the names of the
 *   columns, for a source without such a line
 * @throws CsvError of the library, and what `columns` throws
 */
export async function* readCsvRecords(
  source: Readable,
  columns: string[] | ((header: string[]) => string[]),
  delimiter = ',',
): AsyncGenerator<CsvRecord> {
  const parser = source.pipe(
    parse({
      bom: typeof columns === 'function',
      columns,
      delimiter,
      info: true,
      max_record_size: RECORD_LENGTH_MAX,
      skip_empty_lines: true,
    }),
  );
  source.on('error', (error) => parser.destroy(error));
  try {
    for await (const { info, record } of parser as AsyncIterable<{
      info: { lines: number; bytes: number };
      record: Record<string, string>;
    }>)
      yield { line: info.lines, end: info.bytes, fields: record };
  } finally {
    source.destroy();
  }
}
