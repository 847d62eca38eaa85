import type { Column, Fact } from '../../common/files/table';
import type { ReportFile } from '../report-files';
import type { Amounts, SummedLine } from './line-sums';

/** A row of the file of a statement: a heading, a line, a ledger of a line, or a total. */
export interface StatementRow {
  title: string;
  code: string | null;
  amounts: Amounts | null;
  isEmphasised: boolean;
}

/** The file of a statement. */
export interface StatementFile {
  /** Without its extension. */
  name: string;
  title: string;
  facts: Fact[];
  /** Titles of the columns of amounts. */
  columns: readonly [string, string, string];
  rows: StatementRow[];
}

export function heading(title: string): StatementRow {
  return { title, code: null, amounts: null, isEmphasised: true };
}

export function total(title: string, amounts: Amounts): StatementRow {
  return { title, code: null, amounts, isEmphasised: true };
}

/** Each line, followed by its ledgers where it has several. */
export function lineRows(lines: readonly SummedLine[]): StatementRow[] {
  return lines.flatMap(({ title, amounts, ledgers }) => {
    const single = ledgers.length === 1 ? ledgers[0]!.code : null;
    const row: StatementRow = { title, code: single, amounts, isEmphasised: false };
    if (ledgers.length < 2) return [row];
    const parts = ledgers.map((ledger): StatementRow => ({
      // A dash, because printing takes spaces off the beginning of a cell.
      title: `– of which ${ledger.name}`,
      code: ledger.code,
      amounts: ledger.amounts,
      isEmphasised: false,
    }));
    return [row, ...parts];
  });
}

/** The table of a statement, with three columns of amounts. */
export function statementReport({ name, title, facts, columns, rows }: StatementFile): ReportFile<StatementRow> {
  const amount = (index: 0 | 1 | 2): Column<StatementRow> => ({
    title: columns[index],
    width: 20,
    kind: 'money',
    value: ({ amounts }) => amounts?.[index] ?? null,
  });
  return {
    name,
    title,
    facts,
    columns: [
      { title: 'Line', width: 46, kind: 'text', value: (row) => row.title },
      { title: 'Ledger', width: 9, kind: 'text', value: ({ code }) => code },
      amount(0),
      amount(1),
      amount(2),
    ],
    rows,
    isEmphasised: ({ isEmphasised }) => isEmphasised,
  };
}
