import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { readOf } from '../common/audit/audited-read';
import { commonErrors } from '../common/errors/common.errors';
import { CurrentStaff, type StaffActor } from '../common/http/actor';
import { Endpoint, staffAccess } from '../common/http/endpoint.decorator';
import type { Outcome } from '../common/http/outcome';
import type { Page } from '../common/http/paging';
import { Write, type WriteRequest } from '../common/http/write-request';
import { documentsErrors } from '../documents/documents.errors';
import type { ReceivedFiles } from '../documents/received-files';
import { BodyFiles, BodyWithDocuments } from '../documents/upload/body-with-documents';
import { payoutsErrors } from '../payouts/payouts.errors';
import { payoutsPermissions } from '../payouts/payouts.permissions';
import { approvalAccepted } from '../postings/accepted-answers';
import { ConfirmationAskedView } from '../transfers/outward/transfers-admin.dto';
import { ConfirmSettlementLine } from './commands/confirm-settlement-line';
import { ImportSettlementReport } from './commands/import-settlement-report';
import { MatchSettlementReport } from './commands/match-settlement-report';
import { ListSettlementLines } from './queries/list-settlement-lines';
import { ListSettlementReports } from './queries/list-settlement-reports';
import { ListUnreportedTransfers } from './queries/list-unreported-transfers';
import {
  ImportedSettlementReportView,
  ImportSettlementReportBody,
  ListSettlementLinesQuery,
  ListSettlementReportsQuery,
  ListUnreportedTransfersQuery,
  SettlementLinePath,
  SettlementLineView,
  SettlementReportPath,
  SettlementReportView,
  UnreportedTransferView,
} from './settlement.dto';
import { settlementErrors } from './settlement.errors';
import { settlementPermissions } from './settlement.permissions';

@ApiTags('Transfers')
@Controller('api/admin/v1')
export class SettlementController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Post('settlement-reports')
  @BodyWithDocuments()
  @Endpoint({
    summary: 'Import a settlement report',
    description:
      "Loads a provider's settlement or manual report, whole or not at all, and compares each line with our transfers. " +
      'The same file a second time changes nothing.',
    access: staffAccess(settlementPermissions.importReports),
    reference: 'honoured',
    response: ImportedSettlementReportView,
    errors: [
      settlementErrors.SETTLEMENT_REPORT_UNREADABLE,
      settlementErrors.SETTLEMENT_REPORT_REFUSED,
      documentsErrors.DOCUMENT_UNREADABLE,
      documentsErrors.DOCUMENT_TOO_LARGE,
      commonErrors.PAYLOAD_TOO_LARGE,
    ],
  })
  import(
    @Write() write: WriteRequest,
    @Body() body: ImportSettlementReportBody,
    @BodyFiles() files: ReceivedFiles,
  ): Promise<Outcome> {
    return this.commands.execute(new ImportSettlementReport(write, body, files));
  }

  @Get('settlement-reports')
  @Endpoint({
    summary: 'List settlement reports',
    description: 'Lists the loaded reports with the results of their lines, latest first.',
    access: staffAccess(settlementPermissions.viewReports),
    response: SettlementReportView,
    list: 'page',
  })
  reports(
    @CurrentStaff() staff: StaffActor,
    @Query() filters: ListSettlementReportsQuery,
  ): Promise<Page<SettlementReportView>> {
    return this.queries.execute(new ListSettlementReports(staff.institutionId, filters));
  }

  @Get('settlement-lines')
  @Endpoint({
    summary: 'List lines of settlement reports',
    description:
      'Lists lines beside our transfers, latest first: of one report, of one session, or the lines of all reports that ' +
      'differ.',
    access: staffAccess(settlementPermissions.viewReports),
    audited: readOf('settlement-line.list', { SessionId: 'session', ReportId: 'settlement-report' }),
    response: SettlementLineView,
    list: 'page',
  })
  lines(
    @CurrentStaff() staff: StaffActor,
    @Query() filters: ListSettlementLinesQuery,
  ): Promise<Page<SettlementLineView>> {
    return this.queries.execute(new ListSettlementLines(staff.institutionId, filters));
  }

  @Get('unreported-transfers')
  @Endpoint({
    summary: 'List transfers that no settlement report has',
    description:
      'Lists transfers of at most seven days: outward ones that were sent and not reversed, or inward ones, without a ' +
      'line in any report.',
    access: staffAccess(settlementPermissions.viewReports),
    response: UnreportedTransferView,
    list: 'page',
    errors: [settlementErrors.SETTLEMENT_PERIOD_TOO_LONG],
  })
  unreported(
    @CurrentStaff() staff: StaffActor,
    @Query() filters: ListUnreportedTransfersQuery,
  ): Promise<Page<UnreportedTransferView>> {
    return this.queries.execute(new ListUnreportedTransfers(staff.institutionId, filters));
  }

  @Post('settlement-reports/:reportId/match')
  @Endpoint({
    summary: 'Match a settlement report again',
    description: 'Compares the unmatched lines of a report again, for transfers that arrived after it.',
    access: staffAccess(settlementPermissions.importReports),
    reference: 'honoured',
    response: SettlementReportView,
    errors: [settlementErrors.SETTLEMENT_REPORT_NOT_FOUND],
  })
  match(@Write() write: WriteRequest, @Param() { reportId }: SettlementReportPath): Promise<Outcome> {
    return this.commands.execute(new MatchSettlementReport(write, Number(reportId)));
  }

  @Post('settlement-lines/:lineId/confirm')
  @Endpoint({
    summary: 'Confirm an outward transfer with a settlement line',
    description:
      'Settles the transfer that the line names as the line says: `Paid` as Processed, `NotPaid` as Reversed. Always ' +
      'needs the approval of another member of staff; no money moves before.',
    access: staffAccess(payoutsPermissions.confirm),
    reference: 'honoured',
    stepUp: true,
    response: ConfirmationAskedView,
    accepted: approvalAccepted,
    errors: [
      settlementErrors.SETTLEMENT_LINE_NOT_FOUND,
      settlementErrors.SETTLEMENT_LINE_NO_EVIDENCE,
      payoutsErrors.PAYOUT_NOT_FOUND,
      payoutsErrors.PAYOUT_NOT_OPEN,
      payoutsErrors.PAYOUT_ALREADY_CONFIRMING,
    ],
  })
  confirm(@Write() write: WriteRequest, @Param() { lineId }: SettlementLinePath): Promise<Outcome> {
    return this.commands.execute(new ConfirmSettlementLine(write, Number(lineId)));
  }
}
