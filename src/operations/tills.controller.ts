import { Body, Controller, Get, Param, Post, Put, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentStaff, type StaffActor } from '../common/http/actor';
import { Endpoint, staffAccess } from '../common/http/endpoint.decorator';
import type { Outcome } from '../common/http/outcome';
import type { Page } from '../common/http/paging';
import { Write, type WriteRequest } from '../common/http/write-request';
import { institutionsErrors } from '../institutions/institutions.errors';
import { ledgerErrors } from '../ledger/ledger.errors';
import { CreateTill } from './commands/create-till';
import { SetTillStatus } from './commands/set-till-status';
import { UpdateTill } from './commands/update-till';
import { operationsErrors } from './operations.errors';
import { operationsPermissions } from './operations.permissions';
import { GetTill } from './queries/get-till';
import { SearchTills } from './queries/search-tills';
import { CreateTillBody, SearchTillsQuery, TillPath, TillView, UpdateTillBody } from './tills.dto';

const CHANGING = {
  access: staffAccess(operationsPermissions.manageTills),
  reference: 'honoured' as const,
  response: TillView,
};

const TERMS_ERRORS = [
  institutionsErrors.BRANCH_NOT_FOUND,
  institutionsErrors.BRANCH_INACTIVE,
  institutionsErrors.STAFF_NOT_FOUND,
  operationsErrors.TELLER_INACTIVE,
  operationsErrors.TELLER_HAS_TILL,
];

@Controller('api/admin/v1/tills')
@ApiTags('Tills')
export class TillsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List tills',
    access: staffAccess(operationsPermissions.viewTills),
    response: TillView,
    list: 'page',
  })
  list(@CurrentStaff() staff: StaffActor, @Query() filters: SearchTillsQuery): Promise<Page<TillView>> {
    return this.queries.execute(new SearchTills(staff.institutionId, filters));
  }

  @Get(':tillId')
  @Endpoint({
    summary: 'Get a till',
    access: staffAccess(operationsPermissions.viewTills),
    response: TillView,
    errors: [operationsErrors.TILL_NOT_FOUND],
  })
  get(@CurrentStaff() staff: StaffActor, @Param() { tillId }: TillPath): Promise<TillView> {
    return this.queries.execute(new GetTill(staff.institutionId, Number(tillId)));
  }

  @Post()
  @Endpoint({
    summary: 'Create a till',
    description:
      'Opens a cash ledger that may not go below zero and assigns it to a teller. A teller has one active till.',
    ...CHANGING,
    errors: [...TERMS_ERRORS, ledgerErrors.LEDGER_CODE_TAKEN],
  })
  create(@Write() write: WriteRequest, @Body() body: CreateTillBody): Promise<Outcome> {
    return this.commands.execute(new CreateTill(write, body));
  }

  @Put(':tillId')
  @Endpoint({
    summary: 'Update a till',
    versioned: true,
    ...CHANGING,
    errors: [operationsErrors.TILL_NOT_FOUND, ...TERMS_ERRORS],
  })
  update(@Write() write: WriteRequest, @Param() { tillId }: TillPath, @Body() body: UpdateTillBody): Promise<Outcome> {
    return this.commands.execute(new UpdateTill(write, Number(tillId), body));
  }

  @Post(':tillId/deactivate')
  @Endpoint({
    summary: 'Deactivate a till',
    description: 'The till must be empty. An inactive till takes no postings.',
    ...CHANGING,
    errors: [operationsErrors.TILL_NOT_FOUND, operationsErrors.TILL_NOT_EMPTY],
  })
  deactivate(@Write() write: WriteRequest, @Param() { tillId }: TillPath): Promise<Outcome> {
    return this.commands.execute(new SetTillStatus(write, Number(tillId), 'Inactive'));
  }

  @Post(':tillId/activate')
  @Endpoint({
    summary: 'Activate a till',
    ...CHANGING,
    errors: [
      operationsErrors.TILL_NOT_FOUND,
      institutionsErrors.STAFF_NOT_FOUND,
      operationsErrors.TELLER_INACTIVE,
      operationsErrors.TELLER_HAS_TILL,
    ],
  })
  activate(@Write() write: WriteRequest, @Param() { tillId }: TillPath): Promise<Outcome> {
    return this.commands.execute(new SetTillStatus(write, Number(tillId), 'Active'));
  }
}
