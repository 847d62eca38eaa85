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
import { ComplaintRefunds } from './complaint-refunds';
import { FraudComplaints } from './fraud-complaints';
import {
  ComplaintPath,
  ComplaintView,
  ConcludeComplaintBody,
  ListComplaintsQuery,
  OpenComplaintBody,
  ProtectComplaintBody,
  RefundedComplaintBody,
  ReleaseComplaintBody,
} from './fraud-complaints.dto';
import { fraudComplaintsErrors } from './fraud-complaints.errors';
import { fraudComplaintsPermissions } from './fraud-complaints.permissions';
import { Recalls } from './recalls';

const ACCESS = staffAccess(fraudComplaintsPermissions.manage);
const STEP = { access: ACCESS, reference: 'honoured' as const, response: ComplaintView };
const STEP_ERRORS = [fraudComplaintsErrors.COMPLAINT_NOT_FOUND, fraudComplaintsErrors.COMPLAINT_STATE];
const LIEN_ERRORS = [
  ...STEP_ERRORS,
  fraudComplaintsErrors.COMPLAINT_FOUR_EYES,
  fraudComplaintsErrors.COMPLAINT_NO_LIEN,
];
/** What the ledger can refuse a refund for. */
const REFUSALS = [
  ledgerErrors.ACCOUNT_CLOSED,
  ledgerErrors.ACCOUNT_INACTIVE,
  ledgerErrors.ACCOUNT_FROZEN,
  ledgerErrors.ACCOUNT_DORMANT,
  ledgerErrors.INSUFFICIENT_FUNDS,
];

@Controller('api/admin/v1/fraud-complaints')
@ApiTags('Fraud complaints')
export class FraudComplaintsController {
  constructor(
    private readonly complaints: FraudComplaints,
    private readonly recalls: Recalls,
    private readonly refunds: ComplaintRefunds,
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
    description:
      'A rejection lifts the lien at once. The lien of an upheld complaint stays until the refund, or until staff lift it.',
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

  @Post(':complaintId/refund')
  @Endpoint({
    summary: 'Pay the refund of a complaint about fraud',
    description:
      'With the money under lien, to the account that paid: the lien ends and the decided amount is posted together. By ' +
      'somebody else than who concluded the complaint.',
    ...STEP,
    stepUp: true,
    errors: [...LIEN_ERRORS, fraudComplaintsErrors.COMPLAINT_REFUND, ...REFUSALS],
  })
  refund(@Write() write: WriteRequest, @Param() { complaintId }: ComplaintPath): Promise<Outcome> {
    return this.refunds.pay(write, Number(complaintId));
  }

  @Post(':complaintId/release')
  @Endpoint({
    summary: 'Release the money of a complaint about fraud',
    description:
      'Lifts the lien of an upheld complaint without a refund from it, with the written reason. By somebody else than who ' +
      'concluded the complaint.',
    ...STEP,
    stepUp: true,
    errors: LIEN_ERRORS,
  })
  release(
    @Write() write: WriteRequest,
    @Param() { complaintId }: ComplaintPath,
    @Body() { note }: ReleaseComplaintBody,
  ): Promise<Outcome> {
    return this.refunds.release(write, Number(complaintId), note);
  }

  @Post(':complaintId/refunded')
  @Endpoint({
    summary: 'Register the refund of a complaint about fraud',
    description: 'The posting that paid the customer the decided amount with other money. The lien ends with it.',
    ...STEP,
    errors: [
      ...STEP_ERRORS,
      ledgerErrors.POSTING_NOT_FOUND,
      fraudComplaintsErrors.COMPLAINT_REFUND,
      fraudComplaintsErrors.COMPLAINT_FOUR_EYES,
    ],
  })
  refunded(
    @Write() write: WriteRequest,
    @Param() { complaintId }: ComplaintPath,
    @Body() { posting }: RefundedComplaintBody,
  ): Promise<Outcome> {
    return this.refunds.registered(write, Number(complaintId), posting);
  }
}
