import { Body, Controller, Get, Put, Query, type StreamableFile } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { commonErrors } from '../common/errors/common.errors';
import { FileView } from '../common/files/file-view.dto';
import { CurrentStaff, type StaffActor } from '../common/http/actor';
import { Endpoint, staffAccess } from '../common/http/endpoint.decorator';
import type { Outcome } from '../common/http/outcome';
import type { Page } from '../common/http/paging';
import { Write, type WriteRequest } from '../common/http/write-request';
import { changeAccepted } from '../institutions/changes/configuration-changes';
import { amlPermissions } from './aml.permissions';
import { PeriodFileQuery, ScreeningReportRow, SuspiciousTransactionView } from './aml-reports.dto';
import { AmlScreeningBody, AmlScreeningView } from './aml-rules.dto';
import { SetAmlScreening } from './commands/set-aml-screening';
import { ExportScreeningReport } from './queries/export-screening-report';
import { ExportSuspiciousTransactions } from './queries/export-suspicious-transactions';
import { GetAmlScreening } from './queries/get-aml-screening';
import { GetScreeningReport } from './queries/get-screening-report';
import { ListSuspiciousTransactions } from './queries/list-suspicious-transactions';

const FILE_DESCRIPTION =
  'With `Format` the answer is a file of the whole period, at most 100,000 rows: `data` has `fileName`, `mimeType` ' +
  'and `document`, a data URL.';

@Controller('api/admin/v1/aml')
@ApiTags('AML')
export class AmlScreeningController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get('suspicious-transactions')
  @Endpoint({
    summary: 'List suspicious transactions',
    description: FILE_DESCRIPTION,
    access: staffAccess(amlPermissions.viewAml),
    response: SuspiciousTransactionView,
    list: 'page',
    otherResponses: [FileView],
    errors: [commonErrors.EXPORT_TOO_LARGE],
  })
  suspiciousTransactions(
    @CurrentStaff() staff: StaffActor,
    @Query() filters: PeriodFileQuery,
  ): Promise<Page<SuspiciousTransactionView> | StreamableFile> {
    if (filters.Format !== undefined)
      return this.queries.execute(new ExportSuspiciousTransactions(staff.institutionId, filters, filters.Format));
    return this.queries.execute(new ListSuspiciousTransactions(staff.institutionId, filters));
  }

  @Get('screening-report')
  @Endpoint({
    summary: 'Get the AML screening report',
    description: `One row for each hold, with its audit trail. ${FILE_DESCRIPTION}`,
    access: staffAccess(amlPermissions.viewAml),
    response: ScreeningReportRow,
    list: 'page',
    otherResponses: [FileView],
    errors: [commonErrors.EXPORT_TOO_LARGE],
  })
  report(
    @CurrentStaff() staff: StaffActor,
    @Query() filters: PeriodFileQuery,
  ): Promise<Page<ScreeningReportRow> | StreamableFile> {
    if (filters.Format !== undefined)
      return this.queries.execute(new ExportScreeningReport(staff.institutionId, filters, filters.Format));
    return this.queries.execute(new GetScreeningReport(staff.institutionId, filters));
  }

  @Get('screening')
  @Endpoint({
    summary: 'Get the AML screening switch',
    access: staffAccess(amlPermissions.viewAml),
    response: AmlScreeningView,
  })
  screening(@CurrentStaff() staff: StaffActor): Promise<AmlScreeningView> {
    return this.queries.execute(new GetAmlScreening(staff.institutionId));
  }

  @Put('screening')
  @Endpoint({
    summary: 'Turn AML screening on or off',
    description: 'Waits for a second person.',
    access: staffAccess(amlPermissions.manageRules),
    reference: 'honoured',
    stepUp: true,
    response: AmlScreeningView,
    accepted: changeAccepted,
  })
  setScreening(@Write() write: WriteRequest, @Body() { enabled }: AmlScreeningBody): Promise<Outcome> {
    return this.commands.execute(new SetAmlScreening(write, enabled));
  }
}
