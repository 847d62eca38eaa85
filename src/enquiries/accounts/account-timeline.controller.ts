import { Controller, Get, Param, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { AccountNumberPath } from '../../accounts/accounts.dto';
import { accountsPermissions } from '../../accounts/accounts.permissions';
import { readOf } from '../../common/audit/audited-read';
import { CurrentStaff, type StaffActor } from '../../common/http/actor';
import { Endpoint, staffAccess } from '../../common/http/endpoint.decorator';
import type { Page } from '../../common/http/paging';
import { ledgerErrors } from '../../ledger/ledger.errors';
import { AccountEventView, AccountTimelineQuery } from './account-timeline.dto';
import { GetAccountTimeline } from './get-account-timeline';

/** The history of an account for staff. */
@ApiTags('Accounts')
@Controller('api/admin/v1/accounts')
export class AccountTimelineController {
  constructor(private readonly queries: QueryBus) {}

  @Get(':accountNumber/timeline')
  @Endpoint({
    summary: 'List the events of an account',
    description:
      'Opening, changes of status, details and limits, liens, overdrafts, cards, mandates, documents and approvals, ' +
      'with the fields before and after. Movements are a list of their own. Newest first unless `Direction` is `Asc`.',
    access: staffAccess(accountsPermissions.viewAccounts),
    audited: readOf('account.view-timeline', { accountNumber: 'account' }),
    response: AccountEventView,
    list: 'page',
    errors: [ledgerErrors.ACCOUNT_NOT_FOUND, ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED],
  })
  timeline(
    @CurrentStaff() staff: StaffActor,
    @Param() { accountNumber }: AccountNumberPath,
    @Query() query: AccountTimelineQuery,
  ): Promise<Page<AccountEventView>> {
    return this.queries.execute(new GetAccountTimeline(staff, accountNumber, query));
  }
}
