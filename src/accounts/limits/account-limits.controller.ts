import { Body, Controller, Get, Put, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type ClientActor, CurrentClient } from '../../common/http/actor';
import { clientAccess, Endpoint } from '../../common/http/endpoint.decorator';
import type { Outcome } from '../../common/http/outcome';
import { Write, type WriteRequest } from '../../common/http/write-request';
import { ledgerErrors } from '../../ledger/ledger.errors';
import { AccountNumberQuery } from '../accounts.dto';
import { UpdateAccountLimit } from './commands/update-account-limit';
import { AccountLimitView, UpdateAccountLimitBody } from './limits.dto';
import { GetAccountLimit } from './queries/get-account-limit';

@Controller('api/limit/v1')
@ApiTags('Limits')
export class AccountLimitsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Put('addupdateaccountlimit')
  @Endpoint({
    summary: 'Set the transfer limits of an account',
    description:
      'Limits of transfers and bill payments. A limit that is left out stays as it is; null removes it. A debit ' +
      'above a limit is refused with `LIMIT_EXCEEDED`.',
    access: clientAccess('limits:write'),
    reference: 'honoured',
    response: AccountLimitView,
    errors: [ledgerErrors.ACCOUNT_NOT_FOUND, ledgerErrors.ACCOUNT_CLOSED, ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED],
  })
  update(@Write() write: WriteRequest, @Body() body: UpdateAccountLimitBody): Promise<Outcome> {
    return this.commands.execute(new UpdateAccountLimit(write, body));
  }

  @Get('getaccountlimit')
  @Endpoint({
    summary: 'Get the limits of an account and their use',
    access: clientAccess('limits:read'),
    response: AccountLimitView,
    errors: [ledgerErrors.ACCOUNT_NOT_FOUND, ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED],
  })
  get(@CurrentClient() client: ClientActor, @Query() { AccountNumber }: AccountNumberQuery): Promise<AccountLimitView> {
    return this.queries.execute(new GetAccountLimit(client.institutionId, AccountNumber));
  }
}
