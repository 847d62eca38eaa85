import { Body, Controller, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentStaff, type StaffActor } from '../common/http/actor';
import { Endpoint, staffAccess } from '../common/http/endpoint.decorator';
import type { Outcome } from '../common/http/outcome';
import type { Page } from '../common/http/paging';
import { Write, type WriteRequest } from '../common/http/write-request';
import { changeAccepted } from '../institutions/changes/configuration-changes';
import { ledgerErrors } from '../ledger/ledger.errors';
import {
  ApiClientSecretView,
  ApiClientView,
  CreateApiClientBody,
  ListApiClientsQuery,
  RegenerateApiClientBody,
  UpdateApiClientBody,
} from './api-clients.dto';
import { authErrors } from './auth.errors';
import { authPermissions } from './auth.permissions';
import { CreateApiClient } from './commands/create-api-client';
import { DeactivateApiClient } from './commands/deactivate-api-client';
import { ReactivateApiClient } from './commands/reactivate-api-client';
import { RegenerateApiClient } from './commands/regenerate-api-client';
import { UpdateApiClient } from './commands/update-api-client';
import { ListApiClients } from './queries/list-api-clients';

const manage = staffAccess(authPermissions.manageApiClients);
const errors = [authErrors.API_CLIENT_NOT_FOUND];

@ApiTags('API clients')
@Controller('api/admin/v1/api-clients')
export class ApiClientsController {
  constructor(
    private readonly commandBus: CommandBus,
    private readonly queryBus: QueryBus,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List API clients',
    access: staffAccess(authPermissions.viewApiClients),
    response: ApiClientView,
    list: 'page',
  })
  list(@CurrentStaff() staff: StaffActor, @Query() filters: ListApiClientsQuery): Promise<Page<ApiClientView>> {
    return this.queryBus.execute(new ListApiClients(staff.institutionId, filters));
  }

  @Post()
  @Endpoint({
    summary: 'Create an API client',
    description:
      'The secret is shown once. A parent account must be a deposit account of a corporate customer. Where ' +
      '`API_CLIENT_GRANTS_APPROVED` is on, a client that does more than read waits for a second person, who gets its ' +
      'secret.',
    access: manage,
    reference: 'honoured',
    stepUp: true,
    response: ApiClientSecretView,
    accepted: changeAccepted,
    errors: [ledgerErrors.ACCOUNT_NOT_FOUND, ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED, authErrors.PARENT_NOT_CORPORATE],
  })
  create(@Write() write: WriteRequest, @Body() body: CreateApiClientBody): Promise<Outcome> {
    return this.commandBus.execute(new CreateApiClient(write, body));
  }

  @Patch(':clientId')
  @Endpoint({
    summary: 'Change an API client',
    description:
      'Takes effect within 20 seconds, also for tokens that were issued before; amounts at once. Raising or removing ' +
      'an amount needs a second person, and what is sent with it waits too. Where `API_CLIENT_GRANTS_APPROVED` is ' +
      'on, so do scopes that do more than read, more addresses and a later end.',
    access: manage,
    stepUp: true,
    reference: 'honoured',
    response: ApiClientView,
    accepted: changeAccepted,
    errors,
  })
  update(
    @Write() write: WriteRequest,
    @Param('clientId') clientId: string,
    @Body() body: UpdateApiClientBody,
  ): Promise<Outcome> {
    return this.commandBus.execute(new UpdateApiClient(write, clientId, body));
  }

  @Post(':clientId/regenerate')
  @Endpoint({
    summary: 'Regenerate the secret of an API client',
    description:
      'The new secret is shown once, and the client becomes active. The old secret and its tokens stop working: at ' +
      'once, or after `overlapMinutes`. The secret of an inactive client, and one that is already running out, stop ' +
      'at once. Where `API_CLIENT_GRANTS_APPROVED` is on, a second person approves the new secret of a client that ' +
      'does more than read, and gets it.',
    access: manage,
    reference: 'honoured',
    stepUp: true,
    response: ApiClientSecretView,
    accepted: changeAccepted,
    errors,
  })
  regenerate(
    @Write() write: WriteRequest,
    @Param('clientId') clientId: string,
    @Body() body: RegenerateApiClientBody,
  ): Promise<Outcome> {
    return this.commandBus.execute(new RegenerateApiClient(write, clientId, body));
  }

  @Post(':clientId/deactivate')
  @Endpoint({
    summary: 'Deactivate an API client',
    description: 'Its tokens stop working within a minute.',
    access: manage,
    reference: 'honoured',
    stepUp: true,
    response: ApiClientView,
    errors,
  })
  deactivate(@Write() write: WriteRequest, @Param('clientId') clientId: string): Promise<Outcome> {
    return this.commandBus.execute(new DeactivateApiClient(write, clientId));
  }

  @Post(':clientId/reactivate')
  @Endpoint({
    summary: 'Reactivate an API client',
    description:
      'For a client that was deactivated or unused for 14 days. The secret stays the same; tokens from before a ' +
      'deactivation stay invalid. Where `API_CLIENT_GRANTS_APPROVED` is on, a second person approves the reactivation ' +
      'of a client that does more than read.',
    access: manage,
    reference: 'honoured',
    stepUp: true,
    response: ApiClientView,
    accepted: changeAccepted,
    errors,
  })
  reactivate(@Write() write: WriteRequest, @Param('clientId') clientId: string): Promise<Outcome> {
    return this.commandBus.execute(new ReactivateApiClient(write, clientId));
  }
}
