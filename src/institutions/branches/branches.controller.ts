import { Body, Controller, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentStaff, type StaffActor } from '../../common/http/actor';
import { Endpoint, staffAccess } from '../../common/http/endpoint.decorator';
import type { Outcome } from '../../common/http/outcome';
import type { Page } from '../../common/http/paging';
import { Write, type WriteRequest } from '../../common/http/write-request';
import { institutionsErrors } from '../institutions.errors';
import { institutionsPermissions } from '../institutions.permissions';
import { CreateBranchBody, ListBranchesQuery, MaintainedBranchView, UpdateBranchBody } from './branches.dto';
import { CreateBranch } from './commands/create-branch';
import { UpdateBranch } from './commands/update-branch';
import { ListBranches } from './queries/list-branches';

@ApiTags('Branches')
@Controller('api/admin/v1/branches')
export class BranchesController {
  constructor(
    private readonly commandBus: CommandBus,
    private readonly queryBus: QueryBus,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List branches',
    access: staffAccess(institutionsPermissions.viewBranches),
    response: MaintainedBranchView,
    list: 'page',
  })
  list(@CurrentStaff() staff: StaffActor, @Query() filters: ListBranchesQuery): Promise<Page<MaintainedBranchView>> {
    return this.queryBus.execute(new ListBranches(staff.institutionId, filters));
  }

  @Post()
  @Endpoint({
    summary: 'Create a branch',
    access: staffAccess(institutionsPermissions.manageBranches),
    reference: 'honoured',
    response: MaintainedBranchView,
    errors: [institutionsErrors.BRANCH_CODE_TAKEN],
  })
  create(@Write() write: WriteRequest, @Body() body: CreateBranchBody): Promise<Outcome> {
    return this.commandBus.execute(new CreateBranch(write, body));
  }

  @Patch(':branchCode')
  @Endpoint({
    summary: 'Update a branch',
    versioned: true,
    access: staffAccess(institutionsPermissions.manageBranches),
    reference: 'honoured',
    response: MaintainedBranchView,
    errors: [institutionsErrors.BRANCH_NOT_FOUND],
  })
  update(
    @Write() write: WriteRequest,
    @Param('branchCode') branchCode: string,
    @Body() body: UpdateBranchBody,
  ): Promise<Outcome> {
    return this.commandBus.execute(new UpdateBranch(write, branchCode, body));
  }
}
