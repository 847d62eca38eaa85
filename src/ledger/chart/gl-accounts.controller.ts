import { Body, Controller, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentStaff, type StaffActor } from '../../common/http/actor';
import { Endpoint, staffAccess } from '../../common/http/endpoint.decorator';
import type { Outcome } from '../../common/http/outcome';
import type { Page } from '../../common/http/paging';
import { Write, type WriteRequest } from '../../common/http/write-request';
import { changeAccepted } from '../../institutions/changes/configuration-changes';
import { ledgerErrors } from '../ledger.errors';
import { ledgerPermissions } from '../ledger.permissions';
import { CreateGlAccount } from './commands/create-gl-account';
import { UpdateGlAccount } from './commands/update-gl-account';
import { CreateLedgerBody, LedgerPath, LedgerView, ListLedgersQuery, UpdateLedgerBody } from './gl-accounts.dto';
import { ListGlAccounts } from './queries/list-gl-accounts';

@ApiTags('Ledger')
@Controller('api/admin/v1/ledgers')
export class GlAccountsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List ledgers',
    description: 'Lists the chart of accounts with its balances.',
    access: staffAccess(ledgerPermissions.viewLedgers),
    response: LedgerView,
    list: 'page',
  })
  list(@CurrentStaff() staff: StaffActor, @Query() query: ListLedgersQuery): Promise<Page<LedgerView>> {
    return this.queries.execute(new ListGlAccounts(staff.institutionId, query));
  }

  @Post()
  @Endpoint({
    summary: 'Create a ledger',
    description:
      'Adds a ledger to the chart of accounts. It can be posted to at once, unless it is a control ledger. A ledger ' +
      'that takes fees needs a second person.',
    access: staffAccess(ledgerPermissions.manageLedgers),
    reference: 'honoured',
    stepUp: true,
    response: LedgerView,
    accepted: changeAccepted,
    errors: [ledgerErrors.LEDGER_CODE_TAKEN],
  })
  create(@Write() write: WriteRequest, @Body() body: CreateLedgerBody): Promise<Outcome> {
    return this.commands.execute(new CreateGlAccount(write, body));
  }

  @Patch(':code')
  @Endpoint({
    summary: 'Change whether a ledger takes fees',
    description: 'That a ledger takes fees needs a second person; one person alone may end it.',
    access: staffAccess(ledgerPermissions.manageLedgers),
    reference: 'honoured',
    stepUp: true,
    response: LedgerView,
    accepted: changeAccepted,
    errors: [ledgerErrors.LEDGER_NOT_FOUND],
  })
  update(
    @Write() write: WriteRequest,
    @Param() { code }: LedgerPath,
    @Body() body: UpdateLedgerBody,
  ): Promise<Outcome> {
    return this.commands.execute(new UpdateGlAccount(write, code, body));
  }
}
