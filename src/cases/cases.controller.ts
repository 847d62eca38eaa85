import { Body, Controller, Get, Param, Post, Query, type StreamableFile } from '@nestjs/common';
import { ApiResponse, ApiTags } from '@nestjs/swagger';
import { accountsErrors } from '../accounts/accounts.errors';
import { readOf } from '../common/audit/audited-read';
import { CurrentStaff, type StaffActor } from '../common/http/actor';
import { Endpoint, staffAccess } from '../common/http/endpoint.decorator';
import type { Outcome } from '../common/http/outcome';
import type { Page } from '../common/http/paging';
import { Write, type WriteRequest } from '../common/http/write-request';
import { DOCUMENT_MIME_TYPES } from '../documents/document.entity';
import { documentsErrors } from '../documents/documents.errors';
import { OpenCaseBody } from './case-bodies.dto';
import { CaseEvidence } from './case-evidence';
import { CaseGraphQuery, CaseGraphView, CaseSummaryQuery, CaseSummaryView } from './case-figures.dto';
import { CaseSteps } from './case-steps';
import { Cases } from './cases';
import { CaseDetailsView, CaseEvidencePath, CasePath, CaseView, ListCasesQuery } from './cases.dto';
import { casesErrors } from './cases.errors';
import { casesPermissions } from './cases.permissions';

const FILE = { schema: { type: 'string', format: 'binary' } } as const;
const DEFAULT_DEPTH = 2;
const VIEW = staffAccess(casesPermissions.view);

@Controller('api/admin/v1/aml/cases')
@ApiTags('AML cases')
export class CasesController {
  constructor(
    private readonly cases: Cases,
    private readonly steps: CaseSteps,
    private readonly files: CaseEvidence,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List AML cases',
    access: VIEW,
    audited: readOf('aml-case.list', { CustomerID: 'aml-customer' }),
    response: CaseView,
    list: 'page',
  })
  list(@CurrentStaff() { institutionId }: StaffActor, @Query() filters: ListCasesQuery): Promise<Page<CaseView>> {
    return this.cases.list(institutionId, filters);
  }

  @Post()
  @Endpoint({
    summary: 'Add an AML case',
    description: 'For a suspicion that no alert has raised.',
    access: staffAccess(casesPermissions.work),
    reference: 'honoured',
    response: CaseDetailsView,
    errors: [accountsErrors.CUSTOMER_NOT_FOUND, casesErrors.CASE_OPEN_ALREADY],
  })
  open(@Write() write: WriteRequest, @Body() body: OpenCaseBody): Promise<Outcome> {
    return this.steps.open(write, body);
  }

  @Get('summary')
  @Endpoint({
    summary: 'Get the summary of AML cases',
    description: 'Volume, ageing, outcomes and second looks of a period.',
    access: VIEW,
    response: CaseSummaryView,
  })
  summary(@CurrentStaff() { institutionId }: StaffActor, @Query() period: CaseSummaryQuery): Promise<CaseSummaryView> {
    return this.cases.summary(institutionId, period);
  }

  @Get(':caseId')
  @Endpoint({
    summary: 'Get an AML case',
    access: VIEW,
    audited: readOf('aml-case.view', { caseId: 'aml-case' }),
    response: CaseDetailsView,
    errors: [casesErrors.CASE_NOT_FOUND],
  })
  get(@CurrentStaff() { institutionId }: StaffActor, @Param() { caseId }: CasePath): Promise<CaseDetailsView> {
    return this.cases.get(institutionId, Number(caseId));
  }

  @Get(':caseId/evidence/:documentId')
  @ApiResponse({
    status: 200,
    description: 'The file, as an attachment.',
    content: Object.fromEntries(DOCUMENT_MIME_TYPES.map((type) => [type, FILE])),
  })
  @Endpoint({
    summary: 'Download evidence of an AML case',
    description: 'Also a document that an integrator has deleted since.',
    access: VIEW,
    audited: readOf('aml-case.view-evidence', { caseId: 'aml-case' }),
    errors: [casesErrors.CASE_NOT_FOUND, documentsErrors.DOCUMENT_NOT_FOUND],
  })
  evidence(
    @CurrentStaff() { institutionId }: StaffActor,
    @Param() { caseId, documentId }: CaseEvidencePath,
  ): Promise<StreamableFile> {
    return this.files.open(institutionId, Number(caseId), Number(documentId));
  }

  @Get(':caseId/graph')
  @Endpoint({
    summary: 'Get the counterparties of an AML case',
    description:
      'The accounts that money went to and came from, at most 100, by the latest 200 entries of each and its ten ' +
      'strongest counterparties.',
    access: VIEW,
    audited: readOf('aml-case.view-graph', { caseId: 'aml-case' }),
    response: CaseGraphView,
    errors: [casesErrors.CASE_NOT_FOUND],
  })
  graph(
    @CurrentStaff() { institutionId }: StaffActor,
    @Param() { caseId }: CasePath,
    @Query() { Depth }: CaseGraphQuery,
  ): Promise<CaseGraphView> {
    return this.cases.graph(institutionId, Number(caseId), Depth ?? DEFAULT_DEPTH);
  }
}
