import { Body, Controller, Get, Post, Put, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type ClientActor, CurrentClient } from '../../common/http/actor';
import { clientAccess, Endpoint } from '../../common/http/endpoint.decorator';
import type { Outcome } from '../../common/http/outcome';
import type { Page } from '../../common/http/paging';
import { Write, type WriteRequest } from '../../common/http/write-request';
import { ledgerErrors } from '../../ledger/ledger.errors';
import { ActivateOverdraft } from './commands/activate-overdraft';
import { AddOverdraft } from './commands/add-overdraft';
import { DeactivateOverdraft } from './commands/deactivate-overdraft';
import { UpdateOverdraft } from './commands/update-overdraft';
import {
  AddOverdraftBody,
  OverdraftIdBody,
  OverdraftView,
  SearchOverdraftsQuery,
  UpdateOverdraftBody,
} from './overdrafts.dto';
import { overdraftsErrors } from './overdrafts.errors';
import { SearchOverdrafts } from './queries/search-overdrafts';

const CLIENT_CHANGE = {
  access: clientAccess('overdrafts:write'),
  reference: 'honoured' as const,
  response: OverdraftView,
};

/** Refusals of credit to an account. */
const GRANTING_ERRORS = [
  ledgerErrors.ACCOUNT_CLOSED,
  ledgerErrors.ACCOUNT_INACTIVE,
  ledgerErrors.ACCOUNT_FROZEN,
  ledgerErrors.ACCOUNT_DORMANT,
  ledgerErrors.ACCOUNT_PENDING_APPROVAL,
  overdraftsErrors.OVERDRAFT_DATES_REFUSED,
  overdraftsErrors.CREDIT_LIMIT_EXCEEDED,
];

const ACCEPTED = [
  {
    code: 'PENDING_APPROVAL',
    description: 'The overdraft or its change waits for approval by staff.',
    example: { approvalId: 20014, id: 20420, status: 'PendingApproval' },
  },
];

@Controller('api/accountoverdraft/v1')
@ApiTags('Overdrafts')
export class OverdraftsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Post('add')
  @Endpoint({
    summary: 'Add an overdraft',
    description:
      'The limit counts from the start date through the expiry date and is part of the available balance. The ' +
      'account must be active and may have one overdraft that is active or waits for approval.',
    ...CLIENT_CHANGE,
    accepted: ACCEPTED,
    errors: [
      ledgerErrors.ACCOUNT_NOT_FOUND,
      ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED,
      overdraftsErrors.OVERDRAFT_EXISTS,
      ...GRANTING_ERRORS,
    ],
  })
  add(@Write() write: WriteRequest, @Body() body: AddOverdraftBody): Promise<Outcome> {
    return this.commands.execute(new AddOverdraft(write, body));
  }

  @Put('update')
  @Endpoint({
    summary: 'Update an overdraft',
    description:
      'Send at least one field besides the id. The limit cannot fall below the amount in use. Under an approval ' +
      'policy a higher limit, a later expiry date, an earlier start date or another rate of an active overdraft ' +
      'waits for approval; until then its terms stay as they are.',
    ...CLIENT_CHANGE,
    accepted: ACCEPTED,
    errors: [
      overdraftsErrors.OVERDRAFT_NOT_FOUND,
      overdraftsErrors.OVERDRAFT_PENDING_APPROVAL,
      overdraftsErrors.OVERDRAFT_EXPIRED,
      overdraftsErrors.OVERDRAFT_IN_USE,
      ...GRANTING_ERRORS,
    ],
  })
  update(@Write() write: WriteRequest, @Body() body: UpdateOverdraftBody): Promise<Outcome> {
    return this.commands.execute(new UpdateOverdraft(write, body));
  }

  @Put('activate')
  @Endpoint({
    summary: 'Activate an overdraft',
    ...CLIENT_CHANGE,
    accepted: ACCEPTED,
    errors: [
      overdraftsErrors.OVERDRAFT_NOT_FOUND,
      overdraftsErrors.OVERDRAFT_PENDING_APPROVAL,
      overdraftsErrors.OVERDRAFT_ALREADY_ACTIVE,
      overdraftsErrors.OVERDRAFT_EXPIRED,
      overdraftsErrors.OVERDRAFT_EXISTS,
      ...GRANTING_ERRORS,
    ],
  })
  activate(@Write() write: WriteRequest, @Body() { id }: OverdraftIdBody): Promise<Outcome> {
    return this.commands.execute(new ActivateOverdraft(write, id));
  }

  @Put('deactivate')
  @Endpoint({
    summary: 'Deactivate an overdraft',
    description: 'Refused while the account is overdrawn, or while its liens are covered only by the overdraft.',
    ...CLIENT_CHANGE,
    errors: [
      overdraftsErrors.OVERDRAFT_NOT_FOUND,
      overdraftsErrors.OVERDRAFT_PENDING_APPROVAL,
      overdraftsErrors.OVERDRAFT_NOT_ACTIVE,
      overdraftsErrors.OVERDRAFT_IN_USE,
    ],
  })
  deactivate(@Write() write: WriteRequest, @Body() { id }: OverdraftIdBody): Promise<Outcome> {
    return this.commands.execute(new DeactivateOverdraft(write, id));
  }

  @Get('search')
  @Endpoint({
    summary: 'Search overdrafts',
    access: clientAccess('overdrafts:read'),
    response: OverdraftView,
    list: 'page',
    errors: [ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED],
  })
  search(@CurrentClient() client: ClientActor, @Query() filters: SearchOverdraftsQuery): Promise<Page<OverdraftView>> {
    return this.queries.execute(new SearchOverdrafts(client.institutionId, filters));
  }
}
