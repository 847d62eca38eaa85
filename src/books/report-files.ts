import { Injectable, type StreamableFile } from '@nestjs/common';
import type { FileFormat } from '../common/files/file-format';
import { Files } from '../common/files/files';
import { PdfDocument } from '../common/files/pdf-document';
import type { Fact, Sheet } from '../common/files/table';
import { wallClock } from '../common/time/calendar';
import { Clock } from '../common/time/clock';
import { printedTime } from '../common/time/printed-date';
import { Letterheads } from '../institutions/settings/letterheads';

/** A report of the books as a file. */
export interface ReportFile<Row> extends Sheet<Row> {
  /** Without its extension. */
  name: string;
  /** Below the table of a PDF: what its reader must know. */
  notes?: readonly string[];
  isLandscape?: boolean;
}

/** Makes the files of the books: one table under the institution's letterhead. */
@Injectable()
export class ReportFiles {
  constructor(
    private readonly files: Files,
    private readonly letterheads: Letterheads,
    private readonly clock: Clock,
  ) {}

  /** @throws SERVICE_UNAVAILABLE (503) while too many files are being produced. */
  async make<Row>(institutionId: number, format: FileFormat, report: ReportFile<Row>): Promise<StreamableFile> {
    const { name, title, facts = [], notes = [], isLandscape } = report;
    const letterhead = await this.letterheads.of(institutionId);
    if (format !== 'PDF') {
      const noted = notes.map((note): Fact => ['Note', note]);
      return this.files.sheet(name, format, {
        ...report,
        facts: [['Institution', letterhead.name], ...facts, ...noted],
      });
    }
    return this.files.pdf(name, async () => {
      const now = this.clock.institutionNow(institutionId);
      const madeAt = printedTime(wallClock(now, letterhead.timeZone).slice(0, 16));
      const document = await PdfDocument.begin({
        letterhead,
        title,
        createdAt: now,
        footnote: `Made ${madeAt}. Amounts in Naira`,
        isLandscape,
      });
      await document.facts(facts).table(report);
      for (const note of notes) document.paragraph(note);
      return document;
    });
  }
}
