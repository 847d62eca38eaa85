import { existsSync } from 'node:fs';
import * as path from 'node:path';
import { finished } from 'node:stream/promises';
import { stringify } from 'csv-stringify/sync';
import { DailyTotalsProgress } from '../../books/daily-totals/daily-totals-progress.entity';
import { UnitOfWork, withoutTimeLimit } from '../../common/database/unit-of-work';
import type { CsvRecord } from '../../common/files/csv-reader';
import { harmlessText } from '../../common/files/csv-writer';
import { openForWriting } from '../../common/files/open-for-writing';
import { writeChunk } from '../../common/files/write-text';
import { CsvFileError, readCsv } from '../../imports/csv-records';
import { assertInstitution } from '../known-institution';
import {
  type CommandResult,
  institutionNumber,
  missingOptions,
  type OperatorCommand,
  textOptions,
  UsageError,
} from '../operator-command';
import { compareBalances, type Compared, compareLoans, type Difference, type OurBooks } from './compare-lines';
import { COMPARED_BALANCE_COLUMNS, COMPARED_LOAN_COLUMNS } from './compared-lines';

/** Lines whose figures are read together. */
const LINES_MAX = 1_000;

const DIFFERENCES_FILE = 'differences.csv';

const FILES = [
  { name: 'balances.csv', columns: COMPARED_BALANCE_COLUMNS, compare: compareBalances },
  { name: 'loans.csv', columns: COMPARED_LOAN_COLUMNS, compare: compareLoans },
] as const;

const DIFFERENCE_COLUMNS: readonly (keyof Difference)[] = [
  ...(['file', 'line', 'number', 'date', 'figure', 'theirs', 'ours', 'category', 'note'] as const),
];

/** `corebank compare`: the parallel run of an old system beside ours (docs/import.md#parallel-run). */
export const compare: OperatorCommand = {
  name: 'compare',
  options: '--institution ID --folder FOLDER [--differences FILE]',
  summary: "Sets an old system's balances, accruals and loans beside ours and explains each difference",
  async run({ services }, args) {
    const { differences = DIFFERENCES_FILE, institution, folder } = textOptions(args, OPTIONS);
    if (folder === undefined) throw missingOptions(['folder']);
    const institutionId = institutionNumber(institution);
    const found = FILES.filter(({ name }) => existsSync(path.join(folder, name)));
    if (found.length === 0) throw new UsageError(`The folder ${folder} has neither balances.csv nor loans.csv.`);
    const file = path.resolve(differences);
    const app = await services();
    await assertInstitution(app, institutionId);
    try {
      return await app.get(UnitOfWork, { strict: false }).readReport(institutionId, async (tx) => {
        await withoutTimeLimit(tx);
        // A slow disk may keep the transaction idle for longer than the server allows.
        await tx.query('SET LOCAL idle_in_transaction_session_timeout = 0');
        const progress = await tx.findOneBy(DailyTotalsProgress, { institutionId });
        if (!progress?.through)
          throw new UsageError('No business date of the institution is closed yet; run the end of day first.');
        return compareFiles({ tx, institutionId, closedThrough: progress.through }, folder, found, file);
      });
    } catch (error) {
      throw error instanceof CsvFileError ? new UsageError(error.message) : error;
    }
  },
};

const OPTIONS = ['institution', 'folder', 'differences'] as const;

/** Writes differences as they are found, readable by their owner only; memory does not grow with the lines. */
async function compareFiles(
  books: OurBooks,
  folder: string,
  files: readonly (typeof FILES)[number][],
  differencesFile: string,
): Promise<CommandResult> {
  const out = await openForWriting(differencesFile);
  const summary = { lines: 0, figures: 0, differences: 0, byCategory: {} as Record<string, number> };
  await writeChunk(out, stringify([DIFFERENCE_COLUMNS]));
  const add = async ({ figures, differences }: Compared, lines: number): Promise<void> => {
    summary.lines += lines;
    summary.figures += figures;
    summary.differences += differences.length;
    for (const { category } of differences) summary.byCategory[category] = (summary.byCategory[category] ?? 0) + 1;
    if (differences.length > 0) await writeChunk(out, stringify(differences.map((row) => fieldsOf(row))));
  };
  try {
    for (const { name, columns, compare: compareRecords } of files)
      for await (const records of inChunks(readCsv(path.join(folder, name), { all: columns, optional: [] })))
        await add(await compareRecords(books, records), records.length);
  } finally {
    out.end();
    await finished(out);
  }
  return {
    ok: summary.differences === 0,
    text: described(summary, differencesFile),
    data: { ...summary, differencesFile },
  };
}

/** The number comes from the extract; a spreadsheet must not take it for a formula. */
function fieldsOf(row: Difference): unknown[] {
  return DIFFERENCE_COLUMNS.map((column) => (column === 'number' ? harmlessText(row.number) : row[column]));
}

async function* inChunks(records: AsyncIterable<CsvRecord>): AsyncGenerator<CsvRecord[]> {
  let chunk: CsvRecord[] = [];
  for await (const record of records) {
    chunk.push(record);
    if (chunk.length < LINES_MAX) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

function described(
  summary: { lines: number; figures: number; differences: number; byCategory: Record<string, number> },
  file: string,
): string[] {
  const { lines, figures, differences, byCategory } = summary;
  const categories = Object.entries(byCategory).sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    `${lines} lines with ${figures} figures compared; ${differences} differences.`,
    ...categories.map(([category, count]) => `  ${category}  ${count}`),
    ...(differences > 0 ? [`Each is in ${file}, with its reason. Amounts there are in kobo.`] : []),
  ];
}
