import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentStaff, type StaffActor } from '../../common/http/actor';
import { Endpoint, staffAccess } from '../../common/http/endpoint.decorator';
import type { Outcome } from '../../common/http/outcome';
import type { Page } from '../../common/http/paging';
import { Write, type WriteRequest } from '../../common/http/write-request';
import { ledgerErrors } from '../../ledger/ledger.errors';
import { ChangeAccountStatus } from './commands/change-account-status';
import { ListStatusChanges } from './queries/list-status-changes';
import { AccountStatusView, FreezeAccountBody, ListStatusChangesQuery, StatusChangeView } from './status.dto';
import { statusErrors } from './status.errors';
import { statusPermissions } from './status.permissions';
import { CHANGING_STATUS } from './status-endpoint';

const FREEZING = { access: staffAccess(statusPermissions.freezeAccounts), response: AccountStatusView };

@Controller('api/admin/v1/accounts')
@ApiTags('Accounts')
export class AccountStatusAdminController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Post('freeze')
  @Endpoint({
    summary: 'Freeze an account',
    description: 'For accounts that are Active or Dormant. A frozen account takes credits only. It holds at once.',
    ...FREEZING,
    reference: 'honoured',
    errors: [
      ledgerErrors.ACCOUNT_NOT_FOUND,
      ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED,
      ledgerErrors.ACCOUNT_CLOSED,
      ledgerErrors.ACCOUNT_PENDING_APPROVAL,
      statusErrors.STATUS_CHANGE_NOT_ALLOWED,
    ],
  })
  freeze(@Write() write: WriteRequest, @Body() body: FreezeAccountBody): Promise<Outcome> {
    return this.commands.execute(new ChangeAccountStatus(write, 'freeze', body));
  }

  @Post('unfreeze')
  @Endpoint({
    summary: 'Ask for the end of a freeze',
    description:
      'Always answers 202: another member of staff decides. Approved, the account is Active; declined, it stays Frozen.',
    ...FREEZING,
    ...CHANGING_STATUS,
  })
  unfreeze(@Write() write: WriteRequest, @Body() body: FreezeAccountBody): Promise<Outcome> {
    return this.commands.execute(new ChangeAccountStatus(write, 'unfreeze', body));
  }

  @Get('status-changes')
  @Endpoint({
    summary: 'List changes of account statuses',
    description: 'Freezes by staff and by AML rules included, with who made them and why.',
    access: staffAccess(statusPermissions.viewStatusChanges),
    response: StatusChangeView,
    list: 'page',
  })
  listChanges(
    @CurrentStaff() staff: StaffActor,
    @Query() filters: ListStatusChangesQuery,
  ): Promise<Page<StatusChangeView>> {
    return this.queries.execute(new ListStatusChanges(staff.institutionId, filters));
  }
}
