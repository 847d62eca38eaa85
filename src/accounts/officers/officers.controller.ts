import { Controller, Get, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type ClientActor, CurrentClient } from '../../common/http/actor';
import { clientAccess, Endpoint } from '../../common/http/endpoint.decorator';
import type { Page } from '../../common/http/paging';
import { BranchView, ListBranchesQuery as SearchBranchesQuery } from '../../institutions/branches/branches.dto';
import { ListBranches } from '../../institutions/branches/queries/list-branches';
import {
  AccountOfficerView,
  BranchListView,
  ListActiveBranchesQuery,
  SearchAccountOfficersQuery,
} from './officers.dto';
import { ListActiveBranches } from './queries/list-active-branches';
import { SearchAccountOfficers } from './queries/search-account-officers';

/** Account officers and branches that an account can name. */
@Controller('api/account/v1')
@ApiTags('Accounts')
export class OfficersController {
  constructor(private readonly queries: QueryBus) {}

  @Get('searchaccountofficers')
  @Endpoint({
    summary: 'Search account officers',
    access: clientAccess('institution:read'),
    response: AccountOfficerView,
    list: 'page',
  })
  searchOfficers(
    @CurrentClient() client: ClientActor,
    @Query() filters: SearchAccountOfficersQuery,
  ): Promise<Page<AccountOfficerView>> {
    return this.queries.execute(new SearchAccountOfficers(client.institutionId, filters));
  }

  @Get('listbranches')
  @Endpoint({
    summary: 'List active branches',
    access: clientAccess('institution:read'),
    response: BranchListView,
    list: 'page',
  })
  listBranches(
    @CurrentClient() client: ClientActor,
    @Query() paging: ListActiveBranchesQuery,
  ): Promise<Page<BranchListView>> {
    return this.queries.execute(new ListActiveBranches(client.institutionId, paging));
  }

  @Get('searchbranches')
  @Endpoint({
    summary: 'Search branches of any status',
    access: clientAccess('institution:read'),
    response: BranchView,
    list: 'page',
  })
  async searchBranches(
    @CurrentClient() client: ClientActor,
    @Query() filters: SearchBranchesQuery,
  ): Promise<Page<BranchView>> {
    const page = await this.queries.execute(new ListBranches(client.institutionId, filters));
    // The version is for the staff who maintain branches.
    return { ...page, data: page.data.map(({ version: _, ...branch }) => branch) };
  }
}
