import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { readOf } from '../../common/audit/audited-read';
import { CurrentStaff, type StaffActor } from '../../common/http/actor';
import { Endpoint, staffAccess } from '../../common/http/endpoint.decorator';
import type { Outcome } from '../../common/http/outcome';
import type { Page } from '../../common/http/paging';
import { Write, type WriteRequest } from '../../common/http/write-request';
import { ledgerErrors } from '../../ledger/ledger.errors';
import { ChangeAccountStatus } from './commands/change-account-status';
import { ListStatusChanges } from './queries/list-status-changes';
import {
  AccountStatusView,
  FreezeAccountBody,
  ListStatusChangesQuery,
  StatusChangeView,
  UnfreezeAccountBody,
} from './status.dto';
import { statusErrors } from './status.errors';
import { statusPermissions } from './status.permissions';
import { STATUS_CHANGE } from './status-endpoint';

const STAFF_FREEZE = { access: staffAccess(statusPermissions.freezeAccounts), response: AccountStatusView };

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
    description:
      'For Active, Dormant and Inactive accounts, and for Frozen ones that have another reason, such as a court order ' +
      'beside a freeze by AML: each freeze then needs an unfreeze of its own. A frozen account takes credits only. ' +
      'The freeze takes effect at once.',
    ...STAFF_FREEZE,
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
    summary: 'Unfreeze an account',
    description:
      'Always answers 202, because another member of staff must decide. The account becomes Active when ' +
      'they approve, or Inactive or Dormant where it was so before, and stays Frozen when they decline. An account ' +
      'that is frozen for several reasons stays Frozen until each of its freezes has ended. `freezeID` ' +
      'names the freeze that ends; one that a court ordered ends only so, with a checker who has the ' +
      'permission `end-court-freezes`.',
    ...STAFF_FREEZE,
    ...STATUS_CHANGE,
    errors: [...STATUS_CHANGE.errors, statusErrors.FREEZE_NOT_FOUND, statusErrors.FREEZE_NOT_NAMED],
  })
  unfreeze(@Write() write: WriteRequest, @Body() body: UnfreezeAccountBody): Promise<Outcome> {
    return this.commands.execute(new ChangeAccountStatus(write, 'unfreeze', body));
  }

  @Get('status-changes')
  @Endpoint({
    summary: 'List account status changes',
    description: 'Status changes with actor, checker and reason, including freezes by staff and by AML rules.',
    access: staffAccess(statusPermissions.viewStatusChanges),
    audited: readOf('account-status.list', { AccountNumber: 'account' }),
    response: StatusChangeView,
    list: 'page',
  })
  listChanges(
    @CurrentStaff() staff: StaffActor,
    @Query() filters: ListStatusChangesQuery,
  ): Promise<Page<StatusChangeView>> {
    return this.queries.execute(new ListStatusChanges(staff, filters));
  }
}
