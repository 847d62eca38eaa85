import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable, type StreamableFile } from '@nestjs/common';
import { commonErrors } from '../errors/common.errors';
import { Clock } from '../time/clock';
import { writeCsv } from './csv-writer';
import { writeExcel } from './excel-writer';
import { type FileFormat, type FormatDetails, formatDetails } from './file-format';
import { fileReply } from './file-reply';
import type { PdfDocument } from './pdf-document';
import type { Sheet } from './table';
import { TemporaryFile } from './temporary-file';

/**
 * Files produced at the same time. Each takes processor time for seconds and some megabytes, which other requests need.
 */
const FILES_AT_ONCE = 4;

/** Produces files for callers, first into a temporary file, so that a failure is an error and not half a file. */
@Injectable()
export class Files {
  private inTheMaking = 0;

  constructor(private readonly clock: Clock) {}

  /**
   * A table as a spreadsheet or as text.
   * @param name without its extension.
   * @throws SERVICE_UNAVAILABLE (503) while too many files are being produced, and the errors of the rows' source.
   */
  sheet<Row>(name: string, format: Exclude<FileFormat, 'PDF'>, sheet: Sheet<Row>): Promise<StreamableFile> {
    return this.make(name, formatDetails(format), (out) =>
      format === 'CSV' ? writeCsv(sheet, out) : writeExcel(sheet, out, this.clock.now()),
    );
  }

  /** A document, written by `write`. @throws as `sheet` does. */
  pdf(name: string, write: () => Promise<PdfDocument>): Promise<StreamableFile> {
    return this.make(name, formatDetails('PDF'), async (out) => pipeline((await write()).toStream(), out));
  }

  /** A JSON text, written piece by piece as `pieces` gives it. @throws as `sheet` does. */
  json(name: string, pieces: AsyncIterable<string>): Promise<StreamableFile> {
    const details = { mimeType: 'application/json', extension: 'json' };
    return this.make(name, details, (out) => pipeline(pieces, out));
  }

  private async make(
    name: string,
    { mimeType, extension }: FormatDetails,
    write: (out: Writable) => Promise<void>,
  ): Promise<StreamableFile> {
    if (this.inTheMaking >= FILES_AT_ONCE)
      throw commonErrors.SERVICE_UNAVAILABLE('Too many files are being produced; try again in a few seconds.');
    this.inTheMaking += 1;
    try {
      return fileReply({ fileName: `${name}.${extension}`, mimeType }, await TemporaryFile.create(write));
    } finally {
      this.inTheMaking -= 1;
    }
  }
}
