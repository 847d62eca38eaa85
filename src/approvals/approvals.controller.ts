import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { readOf } from '../common/audit/audited-read';
import { CurrentStaff, type StaffActor } from '../common/http/actor';
import { Endpoint, staffAccess } from '../common/http/endpoint.decorator';
import type { Outcome } from '../common/http/outcome';
import type { Page } from '../common/http/paging';
import { Write, type WriteRequest } from '../common/http/write-request';
import { institutionsErrors } from '../institutions/institutions.errors';
import { ApprovalPath, ApprovalView, ApproveBody, DeclineBody, ListApprovalsQuery } from './approvals.dto';
import { approvalsErrors } from './approvals.errors';
import { approvalsPermissions } from './approvals.permissions';
import { BulkDecisionsView, DecideApprovalsBody } from './bulk/bulk-decisions.dto';
import { DecideApprovals } from './bulk/commands/bulk-decide';
import { DecideApproval } from './commands/decide-approval';
import { WithdrawChange } from './commands/withdraw-change';
import { GetApproval } from './queries/get-approval';
import { ListApprovals } from './queries/list-approvals';

const DECISION = {
  description:
    'Final. Besides this permission it needs the permission of the operation: `approve-transactions` for transactions.',
  access: staffAccess(approvalsPermissions.viewApprovals),
  reference: 'honoured' as const,
  stepUp: true as const,
  response: ApprovalView,
  errors: [
    approvalsErrors.APPROVAL_NOT_FOUND,
    approvalsErrors.MAKER_CANNOT_APPROVE,
    approvalsErrors.BENEFICIARY_CANNOT_APPROVE,
    approvalsErrors.MAKER_WOULD_GAIN,
    institutionsErrors.CHANGE_OUTDATED,
    approvalsErrors.APPROVAL_ALREADY_DECIDED,
    approvalsErrors.APPROVAL_DECISION_REPEATED,
    approvalsErrors.MAKER_INACTIVE,
  ],
};

@Controller('api/admin/v1/approvals')
@ApiTags('Approvals')
export class ApprovalsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List approvals',
    access: staffAccess(approvalsPermissions.viewApprovals),
    response: ApprovalView,
    list: 'page',
  })
  list(@CurrentStaff() staff: StaffActor, @Query() filters: ListApprovalsQuery): Promise<Page<ApprovalView>> {
    return this.queries.execute(new ListApprovals(staff, filters));
  }

  @Post('decide')
  @Endpoint({
    summary: 'Decide approvals in bulk',
    description:
      'Each decision is taken by itself, with its own result; one that is refused stops no other. Amounts above ' +
      '`BULK_DECISION_MAX_AMOUNT`, and approvals of changes of rights and configuration, are left to single ' +
      'decisions. The answer is 200 also when all were refused.',
    access: staffAccess(approvalsPermissions.viewApprovals),
    reference: 'honoured',
    stepUp: true,
    response: BulkDecisionsView,
  })
  decide(
    @Write() write: WriteRequest,
    @CurrentStaff() staff: StaffActor,
    @Body() { decisions }: DecideApprovalsBody,
  ): Promise<Outcome> {
    return this.commands.execute(new DecideApprovals(write, staff, decisions));
  }

  @Get(':approvalId')
  @Endpoint({
    summary: 'Get an approval',
    access: staffAccess(approvalsPermissions.viewApprovals),
    audited: readOf('approval.view', { approvalId: 'approval' }),
    response: ApprovalView,
    errors: [approvalsErrors.APPROVAL_NOT_FOUND],
  })
  get(@CurrentStaff() staff: StaffActor, @Param() { approvalId }: ApprovalPath): Promise<ApprovalView> {
    return this.queries.execute(new GetApproval(staff, Number(approvalId)));
  }

  @Post(':approvalId/approve')
  @Endpoint({ summary: 'Approve an approval', ...DECISION })
  approve(
    @Write() write: WriteRequest,
    @CurrentStaff() staff: StaffActor,
    @Param() { approvalId }: ApprovalPath,
    @Body() { note }: ApproveBody,
  ): Promise<Outcome> {
    return this.commands.execute(
      new DecideApproval(write, staff, { approvalId: Number(approvalId), verdict: 'Approved', note }),
    );
  }

  @Post(':approvalId/withdraw')
  @Endpoint({
    summary: 'Withdraw a change that waits',
    description: 'Only the member of staff who asked for the change, while it waits. It is then never made.',
    access: staffAccess(approvalsPermissions.viewApprovals),
    reference: 'honoured',
    stepUp: true,
    response: ApprovalView,
    errors: [
      approvalsErrors.APPROVAL_NOT_FOUND,
      approvalsErrors.ONLY_MAKER_WITHDRAWS,
      approvalsErrors.APPROVAL_ALREADY_DECIDED,
      approvalsErrors.WITHDRAWAL_NOT_ALLOWED,
    ],
  })
  withdraw(
    @Write() write: WriteRequest,
    @CurrentStaff() staff: StaffActor,
    @Param() { approvalId }: ApprovalPath,
  ): Promise<Outcome> {
    return this.commands.execute(new WithdrawChange(write, staff, Number(approvalId)));
  }

  @Post(':approvalId/decline')
  @Endpoint({ summary: 'Decline an approval', ...DECISION })
  decline(
    @Write() write: WriteRequest,
    @CurrentStaff() staff: StaffActor,
    @Param() { approvalId }: ApprovalPath,
    @Body() { note }: DeclineBody,
  ): Promise<Outcome> {
    return this.commands.execute(
      new DecideApproval(write, staff, { approvalId: Number(approvalId), verdict: 'Declined', note }),
    );
  }
}
