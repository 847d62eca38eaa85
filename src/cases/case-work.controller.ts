import { Body, Controller, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { commonErrors } from '../common/errors/common.errors';
import { Endpoint, staffAccess } from '../common/http/endpoint.decorator';
import type { Outcome } from '../common/http/outcome';
import { Write, type WriteRequest } from '../common/http/write-request';
import { documentsErrors } from '../documents/documents.errors';
import type { ReceivedFiles } from '../documents/received-files';
import { BodyFiles, BodyWithDocuments } from '../documents/upload/body-with-documents';
import { institutionsErrors } from '../institutions/institutions.errors';
import {
  CaseEvidenceBody,
  CaseFileBody,
  CaseLinkBody,
  CaseNarrativeBody,
  CaseNoteBody,
  CaseOwnerBody,
  CaseProposalBody,
  CaseReviewBody,
  CaseStatusBody,
  CloseCaseBody,
} from './case-bodies.dto';
import { CaseEvidence } from './case-evidence';
import { CaseSteps } from './case-steps';
import { CaseDetailsView, CasePath } from './cases.dto';
import { casesErrors } from './cases.errors';
import { casesPermissions } from './cases.permissions';

const WORK = {
  access: staffAccess(casesPermissions.work),
  reference: 'honoured' as const,
  response: CaseDetailsView,
};
const CLOSE = { ...WORK, access: staffAccess(casesPermissions.close) };
const FOUND = [casesErrors.CASE_NOT_FOUND];
const STEP = [...FOUND, casesErrors.CASE_STATE];

@Controller('api/admin/v1/aml/cases')
@ApiTags('AML cases')
export class CaseWorkController {
  constructor(
    private readonly steps: CaseSteps,
    private readonly files: CaseEvidence,
  ) {}

  @Put(':caseId/owner')
  @Endpoint({
    summary: 'Assign an AML case',
    description: 'To an active member of staff who may work on cases or close them.',
    ...WORK,
    errors: [...FOUND, institutionsErrors.STAFF_NOT_FOUND, casesErrors.CASE_OWNER_REFUSED],
  })
  assign(
    @Write() write: WriteRequest,
    @Param() { caseId }: CasePath,
    @Body() { staffID }: CaseOwnerBody,
  ): Promise<Outcome> {
    return this.steps.assign(write, Number(caseId), staffID ?? null);
  }

  @Put(':caseId/status')
  @Endpoint({ summary: 'Set the state of the work on an AML case', ...WORK, errors: STEP })
  setStatus(
    @Write() write: WriteRequest,
    @Param() { caseId }: CasePath,
    @Body() body: CaseStatusBody,
  ): Promise<Outcome> {
    return this.steps.setStatus(write, Number(caseId), body);
  }

  @Post(':caseId/notes')
  @Endpoint({ summary: 'Add a note to an AML case', ...WORK, errors: FOUND })
  note(@Write() write: WriteRequest, @Param() { caseId }: CasePath, @Body() { text }: CaseNoteBody): Promise<Outcome> {
    return this.steps.note(write, Number(caseId), text);
  }

  @Post(':caseId/evidence')
  @Endpoint({
    summary: 'Add evidence to an AML case',
    description: 'A stored document; its digest is kept with the case.',
    ...WORK,
    errors: [...FOUND, documentsErrors.DOCUMENT_NOT_FOUND],
  })
  evidence(
    @Write() write: WriteRequest,
    @Param() { caseId }: CasePath,
    @Body() body: CaseEvidenceBody,
  ): Promise<Outcome> {
    return this.steps.evidence(write, Number(caseId), body);
  }

  @Post(':caseId/files')
  @BodyWithDocuments()
  @Endpoint({
    summary: 'Upload evidence to an AML case',
    description:
      'A file of the desk: a PDF, PNG or JPEG of at most 10 MB, which only the case shows. ' +
      'Its digest is kept with the case.',
    ...WORK,
    errors: [
      ...FOUND,
      documentsErrors.DOCUMENT_UNREADABLE,
      documentsErrors.DOCUMENT_TOO_LARGE,
      documentsErrors.DOCUMENT_FORMAT_NOT_SUPPORTED,
      documentsErrors.DOCUMENT_STORAGE_UNAVAILABLE,
      commonErrors.PAYLOAD_TOO_LARGE,
    ],
  })
  file(
    @Write() write: WriteRequest,
    @Param() { caseId }: CasePath,
    @Body() body: CaseFileBody,
    @BodyFiles() files: ReceivedFiles,
  ): Promise<Outcome> {
    return this.files.upload(write, Number(caseId), body, files);
  }

  @Put(':caseId/narrative')
  @Endpoint({ summary: 'Update the narrative of an AML case', ...WORK, errors: FOUND })
  narrative(
    @Write() write: WriteRequest,
    @Param() { caseId }: CasePath,
    @Body() body: CaseNarrativeBody,
  ): Promise<Outcome> {
    return this.steps.narrative(write, Number(caseId), body);
  }

  @Post(':caseId/links')
  @Endpoint({
    summary: 'Link an AML case with another one',
    ...WORK,
    errors: [...FOUND, casesErrors.CASE_LINK_REFUSED],
  })
  link(@Write() write: WriteRequest, @Param() { caseId }: CasePath, @Body() body: CaseLinkBody): Promise<Outcome> {
    return this.steps.link(write, Number(caseId), body);
  }

  @Post(':caseId/proposal')
  @Endpoint({
    summary: 'Request the closing of an AML case',
    description:
      'Proposes an outcome with its reason code and rationale. `str-filed` needs a filed report of the case.',
    ...WORK,
    errors: [...STEP, casesErrors.CASE_REPORT_MISSING],
  })
  propose(
    @Write() write: WriteRequest,
    @Param() { caseId }: CasePath,
    @Body() body: CaseProposalBody,
  ): Promise<Outcome> {
    return this.steps.propose(write, Number(caseId), body);
  }

  @Post(':caseId/return')
  @Endpoint({ summary: 'Decline the proposed closing of an AML case', ...CLOSE, errors: STEP })
  return(
    @Write() write: WriteRequest,
    @Param() { caseId }: CasePath,
    @Body() { text }: CaseNoteBody,
  ): Promise<Outcome> {
    return this.steps.return(write, Number(caseId), text);
  }

  @Post(':caseId/close')
  @Endpoint({
    summary: 'Close an AML case',
    description:
      'As proposed, by somebody else than who proposed it. Its alerts are closed with it. The body may name the ' +
      'proposal that was read: where another one waits by now, nothing is closed.',
    ...CLOSE,
    stepUp: true,
    errors: [...STEP, casesErrors.CASE_FOUR_EYES, casesErrors.CASE_REPORT_MISSING],
  })
  close(@Write() write: WriteRequest, @Param() { caseId }: CasePath, @Body() body: CloseCaseBody): Promise<Outcome> {
    return this.steps.close(write, Number(caseId), body);
  }

  @Post(':caseId/reopen')
  @Endpoint({
    summary: 'Resume a closed AML case',
    ...CLOSE,
    errors: [...STEP, casesErrors.CASE_OPEN_ALREADY],
  })
  reopen(
    @Write() write: WriteRequest,
    @Param() { caseId }: CasePath,
    @Body() { text }: CaseNoteBody,
  ): Promise<Outcome> {
    return this.steps.reopen(write, Number(caseId), text);
  }

  @Post(':caseId/review')
  @Endpoint({
    summary: 'Verify the decision of a closed AML case',
    description: 'For cases that were chosen for a second look, by somebody who had no part in the decision.',
    ...CLOSE,
    errors: [...FOUND, casesErrors.REVIEW_NOT_ASKED, casesErrors.REVIEW_FOUR_EYES],
  })
  review(@Write() write: WriteRequest, @Param() { caseId }: CasePath, @Body() body: CaseReviewBody): Promise<Outcome> {
    return this.steps.review(write, Number(caseId), body);
  }
}
