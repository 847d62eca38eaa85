import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentStaff, type StaffActor } from '../common/http/actor';
import { Endpoint, staffAccess } from '../common/http/endpoint.decorator';
import type { Outcome } from '../common/http/outcome';
import type { Page } from '../common/http/paging';
import { Write, type WriteRequest } from '../common/http/write-request';
import { ledgerErrors } from '../ledger/ledger.errors';
import { movementAccepted } from './accepted-answers';
import { CreatePostingGroup } from './commands/create-posting-group';
import { accountStateErrors } from './movement-errors';
import {
  CreatePostingGroupBody,
  ListPostingGroupsQuery,
  PostingGroupIdParam,
  PostingGroupRowView,
  PostingGroupView,
} from './posting-groups.dto';
import { PostingView } from './postings.dto';
import { postingsErrors } from './postings.errors';
import { postingsPermissions } from './postings.permissions';
import { GetPostingGroup } from './queries/get-posting-group';
import { ListPostingGroups } from './queries/list-posting-groups';

@ApiTags('Posting groups')
@Controller('api/admin/v1/posting-groups')
export class PostingGroupsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Post()
  @Endpoint({
    summary: 'Create a posting group',
    description:
      'A group that AML holds, or that needs approval, answers 202 and shows as Pending Approval. ' +
      'It is posted automatically when staff release or approve it.',
    access: staffAccess(postingsPermissions.createGroups),
    reference: 'required',
    stepUp: true,
    response: PostingView,
    accepted: movementAccepted,
    errors: [
      ...accountStateErrors,
      ledgerErrors.UNBALANCED_POSTING,
      ledgerErrors.VALUE_DATE_NOT_ALLOWED,
      ledgerErrors.TRANSACTION_NOT_EXECUTED,
    ],
  })
  create(@Write() write: WriteRequest, @Body() body: CreatePostingGroupBody): Promise<Outcome> {
    return this.commands.execute(new CreatePostingGroup(write, body));
  }

  @Get()
  @Endpoint({
    summary: 'List posting groups',
    access: staffAccess(postingsPermissions.viewGroups),
    response: PostingGroupRowView,
    list: 'page',
  })
  list(@CurrentStaff() staff: StaffActor, @Query() query: ListPostingGroupsQuery): Promise<Page<PostingGroupRowView>> {
    return this.queries.execute(new ListPostingGroups(staff.institutionId, query));
  }

  @Get(':id')
  @Endpoint({
    summary: 'Get a posting group with its entries',
    access: staffAccess(postingsPermissions.viewGroups),
    response: PostingGroupView,
    errors: [postingsErrors.POSTING_GROUP_NOT_FOUND],
  })
  get(@CurrentStaff() staff: StaffActor, @Param() { id }: PostingGroupIdParam): Promise<PostingGroupView> {
    return this.queries.execute(new GetPostingGroup(staff.institutionId, Number(id)));
  }
}
