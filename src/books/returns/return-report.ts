import type { Column } from '../../common/files/table';
import { koboToNaira } from '../../common/money/naira';
import { printedDate } from '../../common/time/printed-date';
import type { ReportFile } from '../report-files';
import type { ReturnName, ReturnView } from './returns.dto';

/** A column of a return: kobo, or a count. */
export interface ReturnColumn {
  title: string;
  kind: 'money' | 'number';
}

/** A line of a return. `cells` are in the order of the columns; null is an empty cell. */
export interface ReturnRow {
  code: string | null;
  title: string;
  cells: readonly (bigint | number | null)[];
  isTotal: boolean;
}

/** A total of a return beside what the ledgers say, debits less credits turned to the side of the return. */
export interface ReturnTie {
  title: string;
  returnKobo: bigint;
  ledgerKobo: bigint;
}

/** A return to a regulator or to the tax authority, as of a date. */
export interface ReturnReport {
  title: string;
  /** The first date that counts, where the return is of a period. */
  from: string | null;
  to: string;
  columns: readonly ReturnColumn[];
  rows: readonly ReturnRow[];
  ties: readonly ReturnTie[];
}

/** Printed with every return. */
const TEMPLATE_NOTICE =
  "This layout is the institution's own. The regulator's template is not public and is not reproduced; compare the " +
  'lines with it before you submit.';

/** The sum of a column of kobo, for totals. */
export function sumOfCells(rows: readonly ReturnRow[], index: number): bigint {
  return rows.reduce((sum, { cells }) => sum + BigInt(cells[index] ?? 0), 0n);
}

/** A total of rows in all columns. */
export function totalRow(title: string, rows: readonly ReturnRow[], columns: readonly ReturnColumn[]): ReturnRow {
  return {
    code: null,
    title,
    cells: columns.map(({ kind }, index) => {
      const sum = sumOfCells(rows, index);
      return kind === 'money' ? sum : Number(sum);
    }),
    isTotal: true,
  };
}

/** A return as data. */
export function returnView(name: ReturnName, report: ReturnReport): ReturnView {
  const naira = (cell: bigint | number | null): number | null => (typeof cell === 'bigint' ? koboToNaira(cell) : cell);
  const ties = report.ties.map(({ title, returnKobo, ledgerKobo }) => ({
    title,
    returnAmount: koboToNaira(returnKobo),
    ledgerAmount: koboToNaira(ledgerKobo),
    difference: koboToNaira(returnKobo - ledgerKobo),
  }));
  return {
    name,
    title: report.title,
    startDate: report.from,
    endDate: report.to,
    notice: TEMPLATE_NOTICE,
    columns: report.columns.map(({ title, kind }) => ({ title, kind })),
    rows: report.rows.map(({ code, title, cells, isTotal }) => ({ code, title, values: cells.map(naira), isTotal })),
    ties,
    tied: report.ties.every(({ returnKobo, ledgerKobo }) => returnKobo === ledgerKobo),
  };
}

/** A return as a file, with its ties below the table. */
export function returnFile(name: ReturnName, report: ReturnReport): ReportFile<ReturnRow> {
  const { title, from, to, columns, rows, ties } = report;
  const cell = ({ title: columnTitle, kind }: ReturnColumn, index: number): Column<ReturnRow> =>
    kind === 'money'
      ? { title: columnTitle, width: 17, kind, value: ({ cells }) => cells[index] as bigint | null }
      : { title: columnTitle, width: 9, kind, value: ({ cells }) => cells[index] as number | null };
  const untied = ties.filter(({ returnKobo, ledgerKobo }) => returnKobo !== ledgerKobo);
  const proof =
    untied.length === 0
      ? 'All totals are equal to the trial balance.'
      : `Not equal to the trial balance: ${untied.map((tie) => tie.title).join(', ')}.`;
  return {
    name: `${name}-${to}`,
    title,
    facts: [
      ...(from === null ? [] : ([['From', printedDate(from)]] as [string, string][])),
      [from === null ? 'As of' : 'To', printedDate(to)],
      ['Dates', 'Value date'],
    ],
    columns: [
      { title: 'Code', width: 8, kind: 'text', value: ({ code }) => code },
      { title: 'Line', width: 36, kind: 'text', value: (row) => row.title },
      ...columns.map(cell),
    ],
    rows,
    isEmphasised: ({ isTotal }) => isTotal,
    notes: [proof, TEMPLATE_NOTICE],
    isLandscape: columns.length > 4,
  };
}
