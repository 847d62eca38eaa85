import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { ApprovalPath } from '../approvals/approvals.dto';
import { approvalsErrors } from '../approvals/approvals.errors';
import { BulkDecisionsView } from '../approvals/bulk/bulk-decisions.dto';
import { readOf } from '../common/audit/audited-read';
import { CurrentStaff, type StaffActor } from '../common/http/actor';
import { Endpoint, staffAccess } from '../common/http/endpoint.decorator';
import type { Outcome } from '../common/http/outcome';
import type { Page } from '../common/http/paging';
import { Write, type WriteRequest } from '../common/http/write-request';
import { amlErrors } from './aml.errors';
import { amlPermissions } from './aml.permissions';
import { AmlDecisionBody, AmlDeclineBody, AmlReleaseBody, DecideAmlHoldsBody } from './aml-hold-decisions.dto';
import { AmlHoldView, ListAmlHoldsQuery } from './aml-holds.dto';
import { DecideAmlHolds } from './commands/bulk-decide-holds';
import { DecideAmlHold } from './commands/decide-aml-hold';
import { WithdrawAmlRelease } from './commands/withdraw-aml-release';
import { GetAmlHold } from './queries/get-aml-hold';
import { ListAmlHolds } from './queries/list-aml-holds';

const DECISION = {
  access: staffAccess(amlPermissions.approveHolds),
  reference: 'honoured' as const,
  stepUp: true as const,
  response: AmlHoldView,
  errors: [
    amlErrors.AML_HOLD_NOT_FOUND,
    amlErrors.AML_HOLD_IS_REPEAT,
    approvalsErrors.MAKER_CANNOT_APPROVE,
    approvalsErrors.APPROVAL_ALREADY_DECIDED,
    approvalsErrors.MAKER_INACTIVE,
  ],
};

@Controller('api/admin/v1/aml/holds')
@ApiTags('AML')
export class AmlHoldsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List AML holds',
    access: staffAccess(amlPermissions.viewAml),
    audited: readOf('aml-hold.list', { AccountNumber: 'account', ReferenceNumber: 'reference' }),
    response: AmlHoldView,
    list: 'page',
  })
  list(@CurrentStaff() staff: StaffActor, @Query() filters: ListAmlHoldsQuery): Promise<Page<AmlHoldView>> {
    return this.queries.execute(new ListAmlHolds(staff.institutionId, filters));
  }

  @Post('decide')
  @Endpoint({
    summary: 'Decide AML holds in bulk',
    description:
      'Each decision is taken by itself, with its own result; one that is refused stops no other. Amounts above ' +
      '`BULK_DECISION_MAX_AMOUNT` are left to single decisions. The answer is 200 also when all were refused.',
    access: staffAccess(amlPermissions.approveHolds),
    reference: 'honoured',
    stepUp: true,
    response: BulkDecisionsView,
  })
  decide(
    @Write() write: WriteRequest,
    @CurrentStaff() staff: StaffActor,
    @Body() { decisions }: DecideAmlHoldsBody,
  ): Promise<Outcome> {
    return this.commands.execute(new DecideAmlHolds(write, staff, decisions));
  }

  @Get(':approvalId')
  @Endpoint({
    summary: 'Get an AML hold',
    access: staffAccess(amlPermissions.viewAml),
    audited: readOf('aml-hold.view', { approvalId: 'aml-hold' }),
    response: AmlHoldView,
    errors: [amlErrors.AML_HOLD_NOT_FOUND],
  })
  get(@CurrentStaff() staff: StaffActor, @Param() { approvalId }: ApprovalPath): Promise<AmlHoldView> {
    return this.queries.execute(new GetAmlHold(staff.institutionId, Number(approvalId)));
  }

  @Post(':approvalId/approve')
  @Endpoint({
    summary: 'Release an AML hold',
    description:
      "The held request of an API client then waits for the client's unchanged retry; a movement from the portal is " +
      'executed automatically. Its repeats are released with it; `repeats` says how many were read, and with others by ' +
      'now nothing is released. `liftFreeze` also ends the freezes that the hold and its repeats made. An unused release ' +
      'can be withdrawn, and expires.',
    ...DECISION,
    errors: [...DECISION.errors, amlErrors.AML_HOLD_CHANGED],
  })
  approve(
    @Write() write: WriteRequest,
    @CurrentStaff() staff: StaffActor,
    @Param() { approvalId }: ApprovalPath,
    @Body() { note, reasonCode, repeats, liftFreeze }: AmlReleaseBody,
  ): Promise<Outcome> {
    return this.commands.execute(
      new DecideAmlHold(write, staff, {
        approvalId: Number(approvalId),
        verdict: 'Approved',
        note,
        reasonCode,
        repeats,
        liftFreeze,
      }),
    );
  }

  @Post(':approvalId/withdraw')
  @Endpoint({
    summary: 'Withdraw an AML release',
    description:
      'Takes back a release that has not been used, with those of its repeats. What was held and is not executed yet will ' +
      'never be.',
    access: staffAccess(amlPermissions.approveHolds),
    reference: 'honoured',
    response: AmlHoldView,
    errors: [amlErrors.AML_HOLD_NOT_FOUND, amlErrors.AML_RELEASE_NOT_OPEN],
  })
  withdraw(
    @Write() write: WriteRequest,
    @Param() { approvalId }: ApprovalPath,
    @Body() { note }: AmlDecisionBody,
  ): Promise<Outcome> {
    return this.commands.execute(new WithdrawAmlRelease(write, Number(approvalId), note));
  }

  @Post(':approvalId/decline')
  @Endpoint({
    summary: 'Decline an AML hold',
    description: 'Final. The held transaction will never be executed.',
    ...DECISION,
  })
  decline(
    @Write() write: WriteRequest,
    @CurrentStaff() staff: StaffActor,
    @Param() { approvalId }: ApprovalPath,
    @Body() { note, reasonCode }: AmlDeclineBody,
  ): Promise<Outcome> {
    return this.commands.execute(
      new DecideAmlHold(write, staff, { approvalId: Number(approvalId), verdict: 'Declined', note, reasonCode }),
    );
  }
}
