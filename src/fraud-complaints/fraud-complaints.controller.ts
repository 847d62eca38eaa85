import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { statusErrors } from '../accounts/status/status.errors';
import { readOf } from '../common/audit/audited-read';
import { CurrentStaff, type StaffActor } from '../common/http/actor';
import { Endpoint, staffAccess } from '../common/http/endpoint.decorator';
import type { Outcome } from '../common/http/outcome';
import type { Page } from '../common/http/paging';
import { Write, type WriteRequest } from '../common/http/write-request';
import { integrationsErrors } from '../institutions/integrations/integrations.errors';
import { ledgerErrors } from '../ledger/ledger.errors';
import { FraudComplaints } from './fraud-complaints';
import {
  ComplaintPath,
  ComplaintView,
  ConcludeComplaintBody,
  ListComplaintsQuery,
  OpenComplaintBody,
  ProtectComplaintBody,
  RefundedComplaintBody,
} from './fraud-complaints.dto';
import { fraudComplaintsErrors } from './fraud-complaints.errors';
import { fraudComplaintsPermissions } from './fraud-complaints.permissions';
import { Recalls } from './recalls';

const ACCESS = staffAccess(fraudComplaintsPermissions.manage);
const STEP = { access: ACCESS, reference: 'honoured' as const, response: ComplaintView };
const STEP_ERRORS = [fraudComplaintsErrors.COMPLAINT_NOT_FOUND, fraudComplaintsErrors.COMPLAINT_STATE];

@Controller('api/admin/v1/fraud-complaints')
@ApiTags('Fraud complaints')
export class FraudComplaintsController {
  constructor(
    private readonly complaints: FraudComplaints,
    private readonly recalls: Recalls,
  ) {}

  @Get()
  @Endpoint({ summary: 'List complaints about fraud', access: ACCESS, response: ComplaintView, list: 'page' })
  list(
    @CurrentStaff() { institutionId }: StaffActor,
    @Query() filters: ListComplaintsQuery,
  ): Promise<Page<ComplaintView>> {
    return this.complaints.list(institutionId, filters);
  }

  @Post()
  @Endpoint({
    summary: 'Add a complaint about fraud',
    description: 'Starts the timers. The customer who received the money gets an alert, and is told nothing.',
    ...STEP,
    errors: [
      ledgerErrors.POSTING_NOT_FOUND,
      fraudComplaintsErrors.COMPLAINT_EXISTS,
      fraudComplaintsErrors.COMPLAINT_AMOUNT,
    ],
  })
  open(@Write() write: WriteRequest, @Body() body: OpenComplaintBody): Promise<Outcome> {
    return this.complaints.open(write, body);
  }

  @Get(':complaintId')
  @Endpoint({
    summary: 'Get a complaint about fraud',
    access: ACCESS,
    audited: readOf('fraud-complaint.view', { complaintId: 'fraud-complaint' }),
    response: ComplaintView,
    errors: [fraudComplaintsErrors.COMPLAINT_NOT_FOUND],
  })
  get(@CurrentStaff() { institutionId }: StaffActor, @Param() { complaintId }: ComplaintPath): Promise<ComplaintView> {
    return this.complaints.get(institutionId, Number(complaintId));
  }

  @Post(':complaintId/acknowledge')
  @Endpoint({ summary: 'Confirm the receipt of a complaint about fraud', ...STEP, errors: STEP_ERRORS })
  acknowledge(@Write() write: WriteRequest, @Param() { complaintId }: ComplaintPath): Promise<Outcome> {
    return this.complaints.acknowledge(write, Number(complaintId));
  }

  @Post(':complaintId/protect')
  @Endpoint({
    summary: 'Block the money of a complaint about fraud',
    description:
      'A lien of the disputed sum on the receiving account, or a freeze of it where the balance is below the sum. The ' +
      'reason that others read names no suspicion.',
    ...STEP,
    stepUp: true,
    errors: [
      ...STEP_ERRORS,
      fraudComplaintsErrors.COMPLAINT_NOT_OWN,
      ledgerErrors.INSUFFICIENT_FUNDS,
      statusErrors.STATUS_CHANGE_NOT_ALLOWED,
    ],
  })
  protect(
    @Write() write: WriteRequest,
    @Param() { complaintId }: ComplaintPath,
    @Body() body: ProtectComplaintBody,
  ): Promise<Outcome> {
    return this.complaints.protect(write, Number(complaintId), body);
  }

  @Post(':complaintId/recall')
  @Endpoint({
    summary: 'Request the return of money from the receiving institution',
    description: 'Through the provider of transfers. Without an answer the institution counts as not told; ask again.',
    ...STEP,
    errors: [...STEP_ERRORS, fraudComplaintsErrors.COMPLAINT_NOT_OUTWARD, integrationsErrors.INTEGRATION_NOT_ENABLED],
  })
  recall(@Write() write: WriteRequest, @Param() { complaintId }: ComplaintPath): Promise<Outcome> {
    return this.recalls.request(write, Number(complaintId));
  }

  @Post(':complaintId/conclude')
  @Endpoint({
    summary: 'Close the investigation of a complaint about fraud',
    ...STEP,
    errors: [...STEP_ERRORS, fraudComplaintsErrors.COMPLAINT_AMOUNT],
  })
  conclude(
    @Write() write: WriteRequest,
    @Param() { complaintId }: ComplaintPath,
    @Body() body: ConcludeComplaintBody,
  ): Promise<Outcome> {
    return this.complaints.conclude(write, Number(complaintId), body);
  }

  @Post(':complaintId/refunded')
  @Endpoint({
    summary: 'Register the refund of a complaint about fraud',
    description: 'The posting that paid the customer the decided amount.',
    ...STEP,
    errors: [...STEP_ERRORS, ledgerErrors.POSTING_NOT_FOUND, fraudComplaintsErrors.COMPLAINT_REFUND],
  })
  refunded(
    @Write() write: WriteRequest,
    @Param() { complaintId }: ComplaintPath,
    @Body() { posting }: RefundedComplaintBody,
  ): Promise<Outcome> {
    return this.complaints.refunded(write, Number(complaintId), posting);
  }
}
