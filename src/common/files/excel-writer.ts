import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type * as ExcelJS from 'exceljs';
import { amountText, type Column, isNumeric, type Sheet } from './table';
import { rowsInTurns } from './write-text';

const NUMBER_FORMATS: Record<Column<never>['kind'], string> = {
  text: '@',
  date: 'dd mmm yyyy',
  time: 'dd mmm yyyy, hh:mm:ss',
  money: '#,##0.00',
  number: '0',
};

/** An amount among the facts, where no title says the currency. */
const NAIRA_FORMAT = '"₦"#,##0.00';

/** Widths below which a program shows `###` instead of a date, a time or a usual amount. */
const LEAST_WIDTHS: Record<Column<never>['kind'], number> = { text: 0, date: 13, time: 23, money: 14, number: 0 };

/** A cell's number has 15 digits: every kobo below ten trillion Naira. Larger totals are text, so that none is lost. */
const EXCEL_KOBO_LIMIT = 10n ** 15n;

/** UTF-16 units of a text in a cell: Excel reports a file with a longer one as damaged. */
const CELL_TEXT_MAX = 32_767;
const CUT = ' … (cut here: an Excel cell holds no more; the CSV file has the whole text)';

/** Characters that a sheet's name may not have, and its greatest length. */
const NAME_FORBIDDEN = /[*?:\\/[\]]/g;
const NAME_LENGTH_MAX = 31;

/** A member that the library's types leave out: the stream through which a sheet's rows are compressed. */
interface RowStream {
  // The compressor's stream is of an old kind that reports this only here.
  stream: { pipes: (Writable & { _writableState: { needDrain: boolean } })[] };
}

/**
 * Writes a table as an Excel workbook with one sheet: the title and the facts, then the table under a header that stays
 * visible. Dates are dates, amounts numbers, and text is never a formula. The stream is ended.
 *
 * @param createdAt the creation time in the file's properties.
 * @throws the stream's error.
 */
export async function writeExcel<Row>(sheet: Sheet<Row>, out: Writable, createdAt: Date): Promise<void> {
  const broken = new AbortController();
  const failure = new Promise<never>((_, reject) => out.once('error', reject));
  failure.catch((error: Error) => broken.abort(error));
  // Loaded with the first workbook: it takes longer to load than all modules of this program together.
  const { stream } = await import('exceljs');
  const workbook = new stream.xlsx.WorkbookWriter({
    stream: out,
    useStyles: true,
    useSharedStrings: false,
    zip: { zlib: { level: 1 } },
  });
  Object.assign(workbook, { created: createdAt, modified: createdAt, creator: 'corebank', lastModifiedBy: 'corebank' });
  const worksheet = openSheet(workbook, sheet);
  await writeRows(sheet, worksheet, broken.signal);
  worksheet.commit();
  await Promise.race([workbook.commit(), failure]);
}

function openSheet<Row>(
  workbook: ExcelJS.stream.xlsx.WorkbookWriter,
  { title, facts = [], columns }: Sheet<Row>,
): ExcelJS.Worksheet {
  // Title, facts, an empty row, the header.
  const headerRow = facts.length + 3;
  const worksheet = workbook.addWorksheet(title.replace(NAME_FORBIDDEN, ' ').slice(0, NAME_LENGTH_MAX), {
    views: [{ state: 'frozen', ySplit: headerRow }],
    pageSetup: {
      paperSize: 9,
      orientation: 'landscape',
      fitToPage: true,
      fitToWidth: 1,
      fitToHeight: 0,
      printTitlesRow: `${headerRow}:${headerRow}`,
    },
  });
  // The names of the facts stand in the first column, which must not be narrower than they are.
  const factsWidth = Math.max(0, ...facts.map(([name]) => name.length + 2));
  worksheet.columns = columns.map(({ kind, width }, index) => ({
    width: Math.max(width + 2, LEAST_WIDTHS[kind], index === 0 ? factsWidth : 0),
  }));
  const titleRow = worksheet.addRow([title]);
  titleRow.font = { bold: true, size: 14 };
  titleRow.commit();
  for (const [name, value] of facts) {
    const row = worksheet.addRow([name, typeof value === 'bigint' ? moneyValue(value) : value]);
    row.getCell(1).font = { bold: true };
    row.getCell(2).numFmt = typeof value === 'bigint' ? NAIRA_FORMAT : NUMBER_FORMATS.text;
    row.getCell(2).alignment = { horizontal: 'left' };
    row.commit();
  }
  worksheet.addRow([]).commit();
  const header = worksheet.addRow(columns.map(({ title: text }) => text));
  header.eachCell((cell, index) => {
    cell.font = { bold: true };
    cell.fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFE8ECF2' } };
    cell.border = { bottom: { style: 'thin' } };
    cell.alignment = { horizontal: isNumeric(columns[index - 1]!) ? 'right' : 'left' };
  });
  header.commit();
  return worksheet;
}

async function writeRows<Row>(
  { columns, rows, isEmphasised }: Sheet<Row>,
  worksheet: ExcelJS.Worksheet,
  broken: AbortSignal,
): Promise<void> {
  for await (const turn of rowsInTurns(rows)) {
    for (const item of turn) {
      const row = worksheet.addRow(columns.map((column) => cellValue(column, item)));
      const isBold = isEmphasised?.(item) === true;
      columns.forEach(({ kind }, index) => {
        const cell = row.getCell(index + 1);
        cell.numFmt = NUMBER_FORMATS[kind];
        if (isBold) cell.font = { bold: true };
      });
      row.commit();
    }
    await compressorReady(worksheet, broken);
  }
}

/** The library applies no back-pressure: rows written faster than they are compressed would all stay in memory. */
async function compressorReady(worksheet: ExcelJS.Worksheet, broken: AbortSignal): Promise<void> {
  const { pipes } = (worksheet as unknown as RowStream).stream;
  broken.throwIfAborted();
  // The compressor starts on the sheet only after the parts before it.
  while (pipes.length === 0) await setImmediate(undefined, { signal: broken });
  if (pipes[0]!._writableState.needDrain) await once(pipes[0]!, 'drain', { signal: broken });
}

function cellValue<Row>(column: Column<Row>, row: Row): ExcelJS.CellValue {
  const value = column.value(row);
  if (value === null || typeof value === 'number') return value;
  if (typeof value === 'bigint') return moneyValue(value);
  if (column.kind === 'text') return textValue(value);
  // A cell's date has no zone and the library writes it in UTC, so the digits of the local time are passed as UTC.
  return new Date(column.kind === 'date' ? `${value}T00:00:00Z` : `${value.replace(' ', 'T')}Z`);
}

function textValue(text: string): string {
  return text.length <= CELL_TEXT_MAX ? text : text.slice(0, CELL_TEXT_MAX - CUT.length).toWellFormed() + CUT;
}

function moneyValue(kobo: bigint): number | string {
  return kobo < EXCEL_KOBO_LIMIT && kobo > -EXCEL_KOBO_LIMIT ? Number(kobo) / 100 : amountText(kobo);
}
