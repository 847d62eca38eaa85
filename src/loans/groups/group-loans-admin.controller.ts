import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { ApproveBody, DeclineBody } from '../../approvals/approvals.dto';
import { readOf } from '../../common/audit/audited-read';
import { CurrentStaff, type StaffActor } from '../../common/http/actor';
import { Endpoint, staffAccess } from '../../common/http/endpoint.decorator';
import type { Outcome } from '../../common/http/outcome';
import type { Page } from '../../common/http/paging';
import { Write, type WriteRequest } from '../../common/http/write-request';
import { DECISION_ERRORS } from '../loan-endpoints';
import { LoanPath } from '../loans.dto';
import { loansErrors } from '../loans.errors';
import { loansPermissions } from '../loans.permissions';
import { DecideGroupLoan } from './commands/decide-group-loan';
import { DecidedGroupLoanView, GroupLoanView } from './group-loan-views.dto';
import { SearchGroupLoansQuery } from './group-loans.dto';
import { GetGroupLoan } from './queries/get-group-loan';
import { SearchGroupLoans } from './queries/search-group-loans';

const DECISION_ENDPOINT = {
  access: staffAccess(loansPermissions.approveLoans),
  reference: 'honoured' as const,
  stepUp: true as const,
  response: DecidedGroupLoanView,
  errors: [loansErrors.GROUP_LOAN_NOT_FOUND, ...DECISION_ERRORS],
};

@Controller('api/admin/v1/group-loans')
@ApiTags('Group loans')
export class GroupLoansAdminController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List group loans',
    access: staffAccess(loansPermissions.viewLoans),
    audited: readOf('group-loan.list', { groupLoanID: 'group-loan', referenceNumber: 'reference' }),
    response: GroupLoanView,
    list: 'page',
  })
  list(
    @CurrentStaff() { institutionId }: StaffActor,
    @Query() filters: SearchGroupLoansQuery,
  ): Promise<Page<GroupLoanView>> {
    return this.queries.execute(new SearchGroupLoans(institutionId, filters));
  }

  @Get(':id')
  @Endpoint({
    summary: 'Get a group loan',
    access: staffAccess(loansPermissions.viewLoans),
    audited: readOf('group-loan.view', { id: 'group-loan' }),
    response: GroupLoanView,
    errors: [loansErrors.GROUP_LOAN_NOT_FOUND],
  })
  get(@CurrentStaff() { institutionId }: StaffActor, @Param() { id }: LoanPath): Promise<GroupLoanView> {
    return this.queries.execute(new GetGroupLoan(institutionId, Number(id)));
  }

  @Post(':id/approve')
  @Endpoint({
    summary: 'Approve a group loan',
    description: 'Decides the approval of all its loans, as the approvals list does.',
    ...DECISION_ENDPOINT,
  })
  approve(
    @Write() write: WriteRequest,
    @CurrentStaff() staff: StaffActor,
    @Param() { id }: LoanPath,
    @Body() { note }: ApproveBody,
  ): Promise<Outcome> {
    return this.commands.execute(new DecideGroupLoan(write, staff, { id: Number(id), verdict: 'Approved', note }));
  }

  @Post(':id/reject')
  @Endpoint({
    summary: 'Reject a group loan',
    description: 'Decides the approval of all its loans, as the approvals list does. A note is required.',
    ...DECISION_ENDPOINT,
  })
  reject(
    @Write() write: WriteRequest,
    @CurrentStaff() staff: StaffActor,
    @Param() { id }: LoanPath,
    @Body() { note }: DeclineBody,
  ): Promise<Outcome> {
    return this.commands.execute(new DecideGroupLoan(write, staff, { id: Number(id), verdict: 'Declined', note }));
  }
}
