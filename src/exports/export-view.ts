import { formatDetails } from '../common/files/file-format';
import type { ExportReportName } from './export-reports';
import type { ListExport } from './list-export.entity';
import type { ExportView } from './list-exports.dto';

/** The name of the file of an export. */
export function exportFileName({ report, id, format }: Pick<ListExport, 'report' | 'id' | 'format'>): string {
  return `${report}-${id}.${formatDetails(format).extension}`;
}

/** An export as staff see it. */
export function exportView(row: ListExport): ExportView {
  const { id, report, format, parameters, status, rows, failureCode, failureMessage } = row;
  const isDone = status === 'Done';
  return {
    ...{ id, report: report as ExportReportName, format, parameters, status, rows },
    documentID: isDone ? row.documentId : null,
    fileName: exportFileName(row),
    size: isDone ? row.size : null,
    errorCode: failureCode,
    errorMessage: failureMessage,
    requestedAt: row.requestedAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
  };
}
