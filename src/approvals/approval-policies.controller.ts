import { Body, Controller, Get, Param, Post, Put, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentStaff, type StaffActor } from '../common/http/actor';
import { Endpoint, staffAccess } from '../common/http/endpoint.decorator';
import type { Outcome } from '../common/http/outcome';
import type { Page } from '../common/http/paging';
import { Write, type WriteRequest } from '../common/http/write-request';
import { changeAccepted } from '../institutions/changes/configuration-changes';
import {
  ApprovalPolicyBody,
  ApprovalPolicyPath,
  ApprovalPolicyView,
  ListApprovalPoliciesQuery,
} from './approval-policies.dto';
import { approvalsErrors } from './approvals.errors';
import { approvalsPermissions } from './approvals.permissions';
import { CreateApprovalPolicy } from './commands/create-approval-policy';
import { UpdateApprovalPolicy } from './commands/update-approval-policy';
import { ListApprovalPolicies } from './queries/list-approval-policies';

@Controller('api/admin/v1/approval-policies')
@ApiTags('Approvals')
export class ApprovalPoliciesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List approval policies',
    access: staffAccess(approvalsPermissions.managePolicies),
    response: ApprovalPolicyView,
    list: 'page',
  })
  list(
    @CurrentStaff() staff: StaffActor,
    @Query() filters: ListApprovalPoliciesQuery,
  ): Promise<Page<ApprovalPolicyView>> {
    return this.queries.execute(new ListApprovalPolicies(staff.institutionId, filters));
  }

  @Post()
  @Endpoint({
    summary: 'Create an approval policy',
    description: 'Waits for a second person.',
    access: staffAccess(approvalsPermissions.managePolicies),
    reference: 'honoured',
    stepUp: true,
    response: ApprovalPolicyView,
    accepted: changeAccepted,
    errors: [approvalsErrors.UNKNOWN_OPERATION],
  })
  create(@Write() write: WriteRequest, @Body() body: ApprovalPolicyBody): Promise<Outcome> {
    return this.commands.execute(new CreateApprovalPolicy(write, body));
  }

  @Put(':policyId')
  @Endpoint({
    summary: 'Update or deactivate an approval policy',
    versioned: true,
    description: 'Waits for a second person.',
    access: staffAccess(approvalsPermissions.managePolicies),
    reference: 'honoured',
    stepUp: true,
    response: ApprovalPolicyView,
    accepted: changeAccepted,
    errors: [approvalsErrors.APPROVAL_POLICY_NOT_FOUND, approvalsErrors.UNKNOWN_OPERATION],
  })
  update(
    @Write() write: WriteRequest,
    @Param() { policyId }: ApprovalPolicyPath,
    @Body() body: ApprovalPolicyBody,
  ): Promise<Outcome> {
    return this.commands.execute(new UpdateApprovalPolicy(write, Number(policyId), body));
  }
}
