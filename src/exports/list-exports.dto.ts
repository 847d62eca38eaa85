import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsObject, IsOptional, Matches } from 'class-validator';
import { SHEET_FORMATS, type SheetFormat } from '../common/files/sheet-format';
import { PagingQuery } from '../common/http/paging.dto';
import { EXPORT_REPORT_NAMES, type ExportReportName } from './export-reports';
import { EXPORT_STATUSES, type ExportStatus } from './list-export.entity';

const PARAMETERS = { BranchCode: '001', AccountStatus: 'Active' };

/** A list to export. */
export class CreateExportBody {
  /** @example accounts */
  @IsIn(EXPORT_REPORT_NAMES)
  report!: ExportReportName;

  /**
   * `CSV` or `Excel`.
   * @example CSV
   */
  @IsIn(SHEET_FORMATS)
  format!: SheetFormat;

  /**
   * Filters and order, under the names of the query parameters of the list and as text, as they stand in its address.
   * Pages have no place here, and neither have BVN and NIN.
   */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' }, example: PARAMETERS })
  @IsOptional()
  @IsObject()
  parameters?: Record<string, unknown>;
}

/** Filters of your own exports. */
export class ListExportsQuery extends PagingQuery {
  /** @example accounts */
  @IsOptional()
  @IsIn(EXPORT_REPORT_NAMES)
  Report?: ExportReportName;

  /** @example Done */
  @IsOptional()
  @IsIn(EXPORT_STATUSES)
  Status?: ExportStatus;
}

/** The export in a path. */
export class ExportPath {
  /** @example 20810 */
  @Matches(/^[1-9]\d{0,15}$/, { message: 'exportId must be a whole number' })
  exportId!: string;
}

/** A list that is, or was, written to a file. */
export class ExportView {
  /** @example 20810 */
  id!: number;

  @ApiProperty({ enum: EXPORT_REPORT_NAMES, example: 'accounts' })
  report!: ExportReportName;

  @ApiProperty({ enum: SHEET_FORMATS, example: 'CSV' })
  format!: SheetFormat;

  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' }, example: PARAMETERS })
  parameters!: Record<string, string>;

  @ApiProperty({ enum: EXPORT_STATUSES, example: 'Done' })
  status!: ExportStatus;

  /**
   * Rows written so far.
   * @example 120431
   */
  rows!: number;

  /**
   * The file; null unless the export is `Done`. It is fetched through the export only.
   * @example 20811
   */
  documentID!: number | null;

  /** @example "accounts-20810.csv" */
  fileName!: string;

  /**
   * Bytes of the file; null unless the export is `Done`.
   * @example 18874368
   */
  size!: number | null;

  /**
   * Why it failed; null otherwise.
   * @example null
   */
  errorCode!: string | null;

  /** @example null */
  errorMessage!: string | null;

  /** @example 2026-11-21T10:00:00.000Z */
  requestedAt!: string;

  /** @example 2026-11-21T10:00:01.000Z */
  startedAt!: string | null;

  /** @example 2026-11-21T10:00:41.000Z */
  finishedAt!: string | null;

  /**
   * When the file is removed, or was.
   * @example 2026-11-28T10:00:41.000Z
   */
  expiresAt!: string | null;
}
