import { Body, Controller, Get, Param, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { accountsErrors } from '../accounts/accounts.errors';
import { casesErrors } from '../cases/cases.errors';
import { readOf } from '../common/audit/audited-read';
import { FileView } from '../common/files/file-view.dto';
import { CurrentStaff, type StaffActor } from '../common/http/actor';
import { Endpoint, staffAccess } from '../common/http/endpoint.decorator';
import type { Outcome } from '../common/http/outcome';
import type { Page } from '../common/http/paging';
import { Write, type WriteRequest } from '../common/http/write-request';
import { ledgerErrors } from '../ledger/ledger.errors';
import { NfiuReportView } from './nfiu-report-views.dto';
import { NfiuReports } from './nfiu-reports';
import {
  ApproveNfiuReportBody,
  ListNfiuReportsQuery,
  NfiuOutcomeBody,
  NfiuReportPath,
  PrepareNfiuReportBody,
  ReturnNfiuReportBody,
  SubmittedNfiuReportBody,
  UpdateNfiuReportBody,
} from './nfiu-reports.dto';
import { nfiuReportsErrors } from './nfiu-reports.errors';
import { nfiuReportsPermissions } from './nfiu-reports.permissions';
import { ReportSteps } from './report-steps';

const STEP_ERRORS = [nfiuReportsErrors.NFIU_REPORT_NOT_FOUND, nfiuReportsErrors.NFIU_REPORT_STATE];
const PREPARE = {
  access: staffAccess(nfiuReportsPermissions.prepare),
  reference: 'honoured' as const,
  response: NfiuReportView,
};
const APPROVE = {
  access: staffAccess(nfiuReportsPermissions.approve),
  reference: 'honoured' as const,
  stepUp: true as const,
  response: NfiuReportView,
};

@Controller('api/admin/v1/nfiu-reports')
@ApiTags('Reports to the NFIU')
export class NfiuReportsController {
  constructor(
    private readonly reports: NfiuReports,
    private readonly steps: ReportSteps,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List reports to the NFIU',
    access: staffAccess(nfiuReportsPermissions.view),
    audited: { action: 'nfiu-report.list', subject: () => 'nfiu-report:list' },
    response: NfiuReportView,
    list: 'page',
  })
  list(
    @CurrentStaff() { institutionId }: StaffActor,
    @Query() filters: ListNfiuReportsQuery,
  ): Promise<Page<NfiuReportView>> {
    return this.reports.list(institutionId, filters);
  }

  @Post()
  @Endpoint({
    summary: 'Prepare a report to the NFIU',
    description:
      'A draft about a customer, with the transactions of a case. Currency transaction reports are found by themselves.',
    ...PREPARE,
    errors: [
      accountsErrors.CUSTOMER_NOT_FOUND,
      casesErrors.CASE_NOT_FOUND,
      ledgerErrors.POSTING_NOT_FOUND,
      nfiuReportsErrors.NFIU_REPORT_EMPTY,
      nfiuReportsErrors.NFIU_SUSPICION_LATER,
    ],
  })
  prepare(@Write() write: WriteRequest, @Body() body: PrepareNfiuReportBody): Promise<Outcome> {
    return this.reports.prepare(write, body);
  }

  @Get(':nfiuReportId')
  @Endpoint({
    summary: 'Get a report to the NFIU',
    access: staffAccess(nfiuReportsPermissions.view),
    audited: readOf('nfiu-report.view', { nfiuReportId: 'nfiu-report' }),
    response: NfiuReportView,
    errors: [nfiuReportsErrors.NFIU_REPORT_NOT_FOUND],
  })
  get(
    @CurrentStaff() { institutionId }: StaffActor,
    @Param() { nfiuReportId }: NfiuReportPath,
  ): Promise<NfiuReportView> {
    return this.reports.get(institutionId, Number(nfiuReportId));
  }

  @Put(':nfiuReportId')
  @Endpoint({ summary: 'Update a draft of a report to the NFIU', ...PREPARE, errors: STEP_ERRORS })
  update(
    @Write() write: WriteRequest,
    @Param() { nfiuReportId }: NfiuReportPath,
    @Body() body: UpdateNfiuReportBody,
  ): Promise<Outcome> {
    return this.reports.update(write, Number(nfiuReportId), body);
  }

  @Post(':nfiuReportId/check')
  @Endpoint({
    summary: 'Check a report to the NFIU',
    description:
      'Composes the report from the present records. What is missing or does not fit is in `findings`, field by field, ' +
      'and the report stays a draft; without findings it is `checked` and waits for approval.',
    ...PREPARE,
    errors: STEP_ERRORS,
  })
  check(@Write() write: WriteRequest, @Param() { nfiuReportId }: NfiuReportPath): Promise<Outcome> {
    return this.steps.check(write, Number(nfiuReportId));
  }

  @Get(':nfiuReportId/file')
  @Endpoint({
    summary: 'Download the text of a report to the NFIU',
    description: 'The XML of the last check, for whoever approves it.',
    access: staffAccess(nfiuReportsPermissions.approve),
    audited: readOf('nfiu-report.view-file', { nfiuReportId: 'nfiu-report' }),
    response: FileView,
    errors: STEP_ERRORS,
  })
  file(@CurrentStaff() { institutionId }: StaffActor, @Param() { nfiuReportId }: NfiuReportPath): Promise<FileView> {
    return this.steps.file(institutionId, Number(nfiuReportId));
  }

  @Post(':nfiuReportId/approve')
  @Endpoint({
    summary: 'Approve a report to the NFIU',
    description:
      'By somebody else than who prepared or checked it. The body may name the text that was read: where another one ' +
      'waits by now, nothing is approved.',
    ...APPROVE,
    errors: [...STEP_ERRORS, nfiuReportsErrors.NFIU_REPORT_FOUR_EYES],
  })
  approve(
    @Write() write: WriteRequest,
    @Param() { nfiuReportId }: NfiuReportPath,
    @Body() { xmlSha256 }: ApproveNfiuReportBody,
  ): Promise<Outcome> {
    return this.steps.approve(write, Number(nfiuReportId), xmlSha256);
  }

  @Post(':nfiuReportId/return')
  @Endpoint({
    summary: 'Return a report to the NFIU to its draft',
    description: 'Also after a rejection by the NFIU, and of a file that its portal did not take.',
    ...PREPARE,
    errors: STEP_ERRORS,
  })
  return(
    @Write() write: WriteRequest,
    @Param() { nfiuReportId }: NfiuReportPath,
    @Body() { note }: ReturnNfiuReportBody,
  ): Promise<Outcome> {
    return this.steps.return(write, Number(nfiuReportId), note);
  }

  @Post(':nfiuReportId/withdraw')
  @Endpoint({
    summary: 'Withdraw a report to the NFIU',
    description:
      'A report that need not be filed, with the written reason, by somebody else than who prepared, changed or checked it. ' +
      'It cannot be opened again.',
    ...APPROVE,
    errors: [...STEP_ERRORS, nfiuReportsErrors.NFIU_REPORT_FOUR_EYES],
  })
  withdraw(
    @Write() write: WriteRequest,
    @Param() { nfiuReportId }: NfiuReportPath,
    @Body() { note }: ReturnNfiuReportBody,
  ): Promise<Outcome> {
    return this.steps.withdraw(write, Number(nfiuReportId), note);
  }

  @Post(':nfiuReportId/export')
  @Endpoint({
    summary: 'Export a report to the NFIU',
    description: 'The approved XML, to be filed at the portal of the NFIU.',
    ...APPROVE,
    response: FileView,
    errors: STEP_ERRORS,
  })
  export(@Write() write: WriteRequest, @Param() { nfiuReportId }: NfiuReportPath): Promise<Outcome> {
    return this.steps.export(write, Number(nfiuReportId));
  }

  @Post(':nfiuReportId/submitted')
  @Endpoint({
    summary: 'Register the filing of a report to the NFIU',
    description: 'With the receipt that the portal gave this report; each report has one of its own.',
    ...PREPARE,
    errors: [...STEP_ERRORS, nfiuReportsErrors.NFIU_RECEIPT_TAKEN],
  })
  submitted(
    @Write() write: WriteRequest,
    @Param() { nfiuReportId }: NfiuReportPath,
    @Body() { filingReceipt }: SubmittedNfiuReportBody,
  ): Promise<Outcome> {
    return this.steps.submitted(write, Number(nfiuReportId), filingReceipt);
  }

  @Post(':nfiuReportId/outcome')
  @Endpoint({ summary: 'Register the answer of the NFIU to a report', ...PREPARE, errors: STEP_ERRORS })
  outcome(
    @Write() write: WriteRequest,
    @Param() { nfiuReportId }: NfiuReportPath,
    @Body() { outcome, note }: NfiuOutcomeBody,
  ): Promise<Outcome> {
    return this.steps.decided(write, Number(nfiuReportId), outcome, note);
  }
}
