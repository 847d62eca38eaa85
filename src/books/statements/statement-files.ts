import { Injectable, type StreamableFile } from '@nestjs/common';
import type { FileFormat } from '../../common/files/file-format';
import { Files } from '../../common/files/files';
import { PdfDocument } from '../../common/files/pdf-document';
import type { Sheet } from '../../common/files/table';
import { wallClock } from '../../common/time/calendar';
import { Clock } from '../../common/time/clock';
import { Letterheads } from '../../institutions/settings/letterheads';
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
  facts: [name: string, value: string][];
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
      title: `    of which ${ledger.name}`,
      code: ledger.code,
      amounts: ledger.amounts,
      isEmphasised: false,
    }));
    return [row, ...parts];
  });
}

/** Makes the files of financial statements. */
@Injectable()
export class StatementFiles {
  constructor(
    private readonly files: Files,
    private readonly letterheads: Letterheads,
    private readonly clock: Clock,
  ) {}

  /** @throws SERVICE_UNAVAILABLE (503) while too many files are being produced. */
  async make(institutionId: number, format: FileFormat, file: StatementFile): Promise<StreamableFile> {
    const letterhead = await this.letterheads.of(institutionId);
    const amount = (index: 0 | 1 | 2): Sheet<StatementRow>['columns'][number] => ({
      title: file.columns[index],
      width: 20,
      kind: 'money',
      value: ({ amounts }) => amounts?.[index] ?? null,
    });
    const sheet: Sheet<StatementRow> = {
      title: file.title,
      facts: [['Institution', letterhead.name], ...file.facts],
      columns: [
        { title: 'Line', width: 46, kind: 'text', value: ({ title }) => title },
        { title: 'Ledger', width: 9, kind: 'text', value: ({ code }) => code },
        amount(0),
        amount(1),
        amount(2),
      ],
      rows: file.rows,
      isEmphasised: ({ isEmphasised }) => isEmphasised,
    };
    if (format !== 'PDF') return this.files.sheet(file.name, format, sheet);
    return this.files.pdf(file.name, async () => {
      const now = this.clock.now();
      const madeAt = wallClock(now, letterhead.timeZone).slice(0, 16).replace('T', ' ');
      const document = await PdfDocument.begin({
        letterhead,
        title: file.title,
        createdAt: now,
        footnote: `Made ${madeAt}. Amounts in Naira`,
      });
      return document.facts(file.facts).table(sheet);
    });
  }
}
