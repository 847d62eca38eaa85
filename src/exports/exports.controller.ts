import { Body, Controller, Get, Param, Post, Query, StreamableFile } from '@nestjs/common';
import { ApiResponse, ApiTags } from '@nestjs/swagger';
import { booksErrors } from '../books/books.errors';
import { Author } from '../common/audit/audit-author';
import type { AuditAuthor } from '../common/audit/audit-log';
import { formatDetails } from '../common/files/file-format';
import { SHEET_FORMATS } from '../common/files/sheet-format';
import { CurrentStaff, type StaffActor } from '../common/http/actor';
import { Endpoint, staffAccess } from '../common/http/endpoint.decorator';
import type { Outcome } from '../common/http/outcome';
import type { Page } from '../common/http/paging';
import { Write, type WriteRequest } from '../common/http/write-request';
import { attachment } from '../documents/attachment';
import { institutionsErrors } from '../institutions/institutions.errors';
import { ledgerErrors } from '../ledger/ledger.errors';
import { Exports } from './exports';
import { exportsErrors } from './exports.errors';
import { exportsPermissions } from './exports.permissions';
import { CreateExportBody, ExportPath, ExportView, ListExportsQuery } from './list-exports.dto';

const access = staffAccess(exportsPermissions.exportLists);
const FILE = { schema: { type: 'string', format: 'binary' } } as const;

/** Lists as files that a job writes (docs/api/exports.md). */
@Controller('api/admin/v1/exports')
@ApiTags('Exports')
export class ExportsController {
  constructor(private readonly exports: Exports) {}

  @Post()
  @Endpoint({
    summary: 'Export a list',
    description:
      'Queues the export; a job writes the file. Needs the permission of the list too, now, while it is written and ' +
      'at the download.',
    access,
    reference: 'honoured',
    response: ExportView,
    errors: [
      exportsErrors.EXPORT_PARAMETERS_INVALID,
      exportsErrors.TOO_MANY_EXPORTS,
      institutionsErrors.BRANCH_NOT_FOUND,
      ledgerErrors.LEDGER_NOT_FOUND,
      booksErrors.DATE_NOT_REACHED,
    ],
  })
  create(
    @Write() write: WriteRequest,
    @CurrentStaff() staff: StaffActor,
    @Body() body: CreateExportBody,
  ): Promise<Outcome> {
    return this.exports.create(write, staff, body);
  }

  @Get()
  @Endpoint({ summary: 'List your own exports', access, response: ExportView, list: 'page' })
  list(@CurrentStaff() staff: StaffActor, @Query() filters: ListExportsQuery): Promise<Page<ExportView>> {
    return this.exports.list(staff, filters);
  }

  @Get(':exportId')
  @Endpoint({
    summary: 'Get your own export',
    access,
    response: ExportView,
    errors: [exportsErrors.EXPORT_NOT_FOUND],
  })
  get(@CurrentStaff() staff: StaffActor, @Param() { exportId }: ExportPath): Promise<ExportView> {
    return this.exports.get(staff, Number(exportId));
  }

  @Post(':exportId/cancel')
  @Endpoint({
    summary: 'Cancel an export',
    description: 'One that waits or runs; a running one stops at its next page.',
    access,
    reference: 'honoured',
    response: ExportView,
    errors: [exportsErrors.EXPORT_NOT_FOUND, exportsErrors.EXPORT_STATE],
  })
  cancel(
    @Write() write: WriteRequest,
    @CurrentStaff() staff: StaffActor,
    @Param() { exportId }: ExportPath,
  ): Promise<Outcome> {
    return this.exports.cancel(write, staff, Number(exportId));
  }

  @Get(':exportId/file')
  @ApiResponse({
    status: 200,
    description: 'The file, as an attachment.',
    content: Object.fromEntries(SHEET_FORMATS.map((format) => [formatDetails(format).mimeType, FILE])),
  })
  @Endpoint({
    summary: 'Download an export',
    description: 'Only by whoever asked for it. The audit log has each download, with its rows.',
    access,
    errors: [exportsErrors.EXPORT_NOT_FOUND, exportsErrors.EXPORT_STATE],
  })
  async download(
    @Author() author: AuditAuthor,
    @CurrentStaff() staff: StaffActor,
    @Param() { exportId }: ExportPath,
  ): Promise<StreamableFile> {
    const { row, fileName, content } = await this.exports.open(author, staff, Number(exportId));
    return new StreamableFile(content, {
      type: formatDetails(row.format).mimeType,
      length: row.size!,
      disposition: attachment(fileName),
    });
  }
}
