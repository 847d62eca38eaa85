import { chmodSync, createWriteStream, renameSync, rmSync, writeFileSync } from 'node:fs';
import { finished } from 'node:stream/promises';
import { stringify } from 'csv-stringify/sync';
import type { ParquetWriter } from 'hyparquet-writer';
import { writeChunk } from '../../common/files/write-text';
import type { ExtractColumn, ExtractRow, ExtractType } from './extract-table';

export const EXTRACT_FORMATS = ['csv', 'parquet'] as const;
export type ExtractFormat = (typeof EXTRACT_FORMATS)[number];

/** Rows of a group of a Parquet file. One group is in memory at a time. */
const GROUP_ROWS = 50_000;

/** Takes the rows of a file in batches. */
interface RowSink {
  write(rows: readonly ExtractRow[]): Promise<void>;
  end(): Promise<void>;
}

/**
 * Writes rows to a file that only its owner can read, because it holds customers' data. The file has its name once it
 * is complete. The same rows give the same bytes.
 * @returns the number of rows
 */
export async function writeExtract(
  target: { file: string; format: ExtractFormat },
  columns: readonly ExtractColumn[],
  batches: AsyncIterable<readonly ExtractRow[]>,
): Promise<number> {
  const { file, format } = target;
  const partial = `${file}.partial`;
  let count = 0;
  try {
    writeFileSync(partial, '', { mode: 0o600 });
    chmodSync(partial, 0o600);
    const sink = format === 'csv' ? await csvSink(partial, columns) : await parquetSink(partial, columns);
    for await (const rows of batches) {
      count += rows.length;
      await sink.write(rows);
    }
    await sink.end();
    renameSync(partial, file);
    return count;
  } finally {
    rmSync(partial, { force: true });
  }
}

/** RFC 4180, UTF-8: a line of names, then the rows; nothing between the commas for what is not there. */
async function csvSink(file: string, columns: readonly ExtractColumn[]): Promise<RowSink> {
  // Errors are thrown by the next write; without a listener they would end the process.
  const out = createWriteStream(file, { flags: 'a' }).on('error', () => undefined);
  const names = columns.map(({ name }) => name);
  await writeChunk(out, stringify([names]));
  return {
    write: (rows) => writeChunk(out, stringify(rows.map((row) => names.map((name) => row[name])))),
    end: async () => {
      out.end();
      await finished(out);
    },
  };
}

const ELEMENTS = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  integer: { type: 'INT64' },
  date: { type: 'INT32', converted_type: 'DATE' },
  instant: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
} as const;

const VALUES: Record<ExtractType, (text: string) => unknown> = {
  text: (text) => text,
  integer: (text) => BigInt(text),
  date: (text) => new Date(`${text}T00:00:00Z`),
  instant: (text) => new Date(text),
};

/** Apache Parquet with typed columns, compressed with Snappy (docs/extracts.md). */
async function parquetSink(file: string, columns: readonly ExtractColumn[]): Promise<RowSink> {
  const { fileWriter, ParquetWriter: Writer } = await import('hyparquet-writer');
  const schema = columns.map(({ name, type }) => ({ name, ...ELEMENTS[type], repetition_type: 'OPTIONAL' as const }));
  const out = fileWriter(file);
  const writer = new Writer({
    writer: out,
    schema: [{ name: 'root', num_children: columns.length }, ...schema],
    createdBy: 'corebank',
  });
  let group: ExtractRow[] = [];
  return {
    write: async (rows) => {
      for (const row of rows) group.push(row);
      if (group.length < GROUP_ROWS) return;
      await writeGroup(writer, columns, group);
      group = [];
    },
    end: async () => {
      if (group.length > 0) await writeGroup(writer, columns, group);
      await writer.finish();
    },
  };
}

async function writeGroup(
  writer: ParquetWriter,
  columns: readonly ExtractColumn[],
  rows: readonly ExtractRow[],
): Promise<void> {
  const columnData = columns.map(({ name, type }) => ({
    name,
    data: rows.map((row) => {
      const text = row[name];
      return text === null || text === undefined ? null : VALUES[type](text);
    }),
  }));
  await writer.write({ columnData, rowGroupSize: rows.length });
}
