import type { Writable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { AppError } from '../common/errors/app-error';
import { commonErrors } from '../common/errors/common.errors';
import { writeCsv } from '../common/files/csv-writer';
import { writeExcel } from '../common/files/excel-writer';
import type { Sheet } from '../common/files/table';
import { TemporaryFile } from '../common/files/temporary-file';
import { Shutdown } from '../common/health/shutdown';
import { type JobHandler, JobHandlers, type RunningJob } from '../common/jobs/job-handlers';
import { MemberOf } from '../common/registry/registry';
import { Clock } from '../common/time/clock';
import { DocumentStoreSelector } from '../documents/storage/document-store-selector';
import { InstitutionSettings } from '../institutions/settings/institution-settings';
import { AttemptEndedError, type ExportAttempt, ExportAttempts, type ExportFailure } from './export-attempts';
import { exportReportOf, readExportPage } from './export-reports';
import type { AnyExportReport } from './exported-list';
import { LIST_EXPORT_ROWS_MAX } from './exports.settings';

export const WRITE_EXPORT_JOB = 'write-export';

const STORED_PIECE_BYTES = 512 * 1024;

/**
 * Writes exports. The list is read page by page behind a cursor, each page in a transaction of its own: one transaction
 * for the whole file would hold back the database's clean-up of every table while it lasts
 * (docs/api/exports.md#what-a-file-shows). The pages go to a temporary file and from there to the document store, so
 * that memory does not grow with the file, and the file is offered only when all of it is stored.
 */
@Injectable()
@MemberOf(JobHandlers)
export class ExportWriter implements JobHandler {
  readonly kind = WRITE_EXPORT_JOB;
  readonly lane = 'exports';

  constructor(
    private readonly attempts: ExportAttempts,
    private readonly queries: QueryBus,
    private readonly settings: InstitutionSettings,
    private readonly stores: DocumentStoreSelector,
    private readonly shutdown: Shutdown,
    private readonly clock: Clock,
  ) {}

  async run({ institutionId, payload, isLastAttempt }: RunningJob): Promise<void> {
    const key = { institutionId, id: Number(payload.exportId) };
    try {
      const attempt = await this.attempts.begin(key.institutionId, key.id);
      if (attempt) await this.write(attempt);
    } catch (error) {
      if (error instanceof AttemptEndedError) return;
      const failure = failureOf(error, isLastAttempt === true);
      if (!failure) throw error;
      await this.attempts.fail(key, failure);
    }
  }

  private async write(attempt: ExportAttempt): Promise<void> {
    const { institutionId, documentId } = attempt.row;
    const { file, rows } = await this.toFile(attempt);
    const { size } = file;
    const store = this.stores.storeOf(attempt.row.storage!);
    try {
      await store.save({ institutionId, documentId }, copiesOf(file.chunks(STORED_PIECE_BYTES)));
    } finally {
      // It is closed already when it was read.
      await file.close().catch(() => undefined);
    }
    await this.attempts.finish(attempt, { rows, size });
  }

  private async toFile(attempt: ExportAttempt): Promise<{ file: TemporaryFile; rows: number }> {
    const { institutionId, format } = attempt.row;
    const report = exportReportOf(attempt.row.report);
    const rowsMax = Number(await this.settings.get(institutionId, LIST_EXPORT_ROWS_MAX));
    const read = { rows: 0, rowsMax };
    const sheet: Sheet<never> = {
      title: report.title,
      columns: report.columns(attempt.timeZone),
      rows: this.pages(attempt, report, read) as AsyncIterable<readonly never[]>,
    };
    const write = (out: Writable): Promise<void> =>
      format === 'CSV' ? writeCsv(sheet, out) : writeExcel(sheet, out, this.clock.now());
    return { file: await TemporaryFile.create(write), rows: read.rows };
  }

  /**
   * The pages of the list, counted in `read`.
   * @throws EXPORT_TOO_LARGE (422), the errors of the list, and those of `ExportAttempts.advance`
   */
  private async *pages(
    attempt: ExportAttempt,
    report: AnyExportReport,
    read: { rows: number; readonly rowsMax: number },
  ): AsyncGenerator<readonly unknown[]> {
    const { row, held } = attempt;
    const reader = { queries: this.queries, scope: { institutionId: row.institutionId, permissions: held } };
    for (let after: string | null = null, isFirst = true; isFirst || after !== null; isFirst = false) {
      if (this.shutdown.hasBegun)
        throw new Error('The process stops; another one writes the export from its beginning.');
      const page = await readExportPage(report, reader, { parameters: row.parameters, after });
      read.rows += page.rows.length;
      if (read.rows > read.rowsMax)
        throw commonErrors.EXPORT_TOO_LARGE(
          `The list has more than ${read.rowsMax.toLocaleString('en-NG')} rows; narrow its filters.`,
        );
      await this.attempts.advance(attempt, read.rows);
      yield page.rows;
      after = page.nextAfter;
    }
  }
}

/** The reason for the maker; undefined for a failure after which the job is tried again. */
function failureOf(error: unknown, isLastAttempt: boolean): ExportFailure | undefined {
  if (error instanceof AppError && error.httpStatus < 500) return { code: error.code, message: error.message };
  if (!isLastAttempt) return undefined;
  return {
    code: commonErrors.INTERNAL_ERROR.code,
    message: 'The export could not be written, although it was tried several times; start it again later.',
  };
}

/** The file gives every chunk in the same memory, and a store may keep several of them. */
async function* copiesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) yield Buffer.from(chunk);
}
