import { Controller, Get, Param, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { readOf } from '../common/audit/audited-read';
import { CurrentStaff, type StaffActor } from '../common/http/actor';
import { Endpoint, staffAccess } from '../common/http/endpoint.decorator';
import type { Page } from '../common/http/paging';
import { maySeeIdentity } from '../common/identity/may-see-identity';
import { ledgerErrors } from '../ledger/ledger.errors';
import { AccountNumberPath, AccountView, ExtendedBalanceView, SearchAccountQuery } from './accounts.dto';
import { accountsPermissions } from './accounts.permissions';
import { GetAccount } from './queries/get-account';
import { GetExtendedBalance } from './queries/get-extended-balance';
import { SearchAccounts } from './queries/search-accounts';

@ApiTags('Accounts')
@Controller('api/admin/v1/accounts')
export class AccountsAdminController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @Endpoint({
    summary: 'List accounts',
    description:
      'When `AccountNumber` is the number of a virtual account, the answer is that virtual account; product, branch ' +
      'and officer filters then apply to its settlement account.',
    access: staffAccess(accountsPermissions.viewAccounts),
    audited: readOf(
      'account.list',
      { AccountNumber: 'account', CustomerID: 'customer' },
      {
        by: ['BVN', 'NIN', 'PhoneNumber'],
        subjectOf: ({ accountNumber }: AccountView) => `account:${accountNumber}`,
      },
    ),
    response: AccountView,
    list: 'page',
  })
  list(@CurrentStaff() staff: StaffActor, @Query() filters: SearchAccountQuery): Promise<Page<AccountView>> {
    return this.queries.execute(new SearchAccounts(staff.institutionId, filters, maySeeIdentity(staff)));
  }

  @Get(':accountNumber')
  @Endpoint({
    summary: 'Get an account or virtual account',
    access: staffAccess(accountsPermissions.viewAccounts),
    audited: readOf('account.view', { accountNumber: 'account' }),
    response: AccountView,
    errors: [ledgerErrors.ACCOUNT_NOT_FOUND],
  })
  get(@CurrentStaff() staff: StaffActor, @Param() { accountNumber }: AccountNumberPath): Promise<AccountView> {
    return this.queries.execute(new GetAccount(staff.institutionId, accountNumber, maySeeIdentity(staff)));
  }

  @Get(':accountNumber/balance')
  @Endpoint({
    summary: 'Get the extended balance of an account',
    access: staffAccess(accountsPermissions.viewAccounts),
    audited: readOf('account.view', { accountNumber: 'account' }),
    response: ExtendedBalanceView,
    errors: [ledgerErrors.ACCOUNT_NOT_FOUND, ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED],
  })
  getBalance(
    @CurrentStaff() staff: StaffActor,
    @Param() { accountNumber }: AccountNumberPath,
  ): Promise<ExtendedBalanceView> {
    return this.queries.execute(new GetExtendedBalance(staff.institutionId, accountNumber));
  }
}
