import { Controller, Get, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type ClientActor, CurrentClient } from '../common/http/actor';
import { clientAccess, Endpoint } from '../common/http/endpoint.decorator';
import type { Page } from '../common/http/paging';
import { ledgerErrors } from '../ledger/ledger.errors';
import { operationsErrors } from './operations.errors';
import { GetTillBalance } from './queries/get-till-balance';
import { SearchTills } from './queries/search-tills';
import { SearchTillsQuery, TillBalanceQuery, TillView } from './tills.dto';

@Controller('api/operations/v1')
@ApiTags('Operations')
export class TillEnquiriesController {
  constructor(private readonly queries: QueryBus) {}

  @Get('searchtillaccounts')
  @Endpoint({
    summary: 'Search till accounts',
    access: clientAccess('institution:read'),
    response: TillView,
    list: 'page',
  })
  search(@CurrentClient() client: ClientActor, @Query() filters: SearchTillsQuery): Promise<Page<TillView>> {
    return this.queries.execute(new SearchTills(client.institutionId, filters));
  }

  @Get('gettillbalancebyaccountnumber')
  @Endpoint({
    summary: 'Get the balance of a till',
    access: clientAccess('institution:read'),
    response: TillView,
    errors: [operationsErrors.TILL_NOT_FOUND, ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED],
  })
  getBalance(@CurrentClient() client: ClientActor, @Query() { AccountNumber }: TillBalanceQuery): Promise<TillView> {
    return this.queries.execute(new GetTillBalance(client.institutionId, AccountNumber));
  }
}
