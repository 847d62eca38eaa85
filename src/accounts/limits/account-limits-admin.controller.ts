import { Controller, Get, Param } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { readOf } from '../../common/audit/audited-read';
import { CurrentStaff, type StaffActor } from '../../common/http/actor';
import { Endpoint, staffAccess } from '../../common/http/endpoint.decorator';
import { ledgerErrors } from '../../ledger/ledger.errors';
import { AccountNumberPath } from '../accounts.dto';
import { accountsPermissions } from '../accounts.permissions';
import { AccountLimitView } from './limits.dto';
import { GetAccountLimit } from './queries/get-account-limit';

@ApiTags('Accounts')
@Controller('api/admin/v1/accounts')
export class AccountLimitsAdminController {
  constructor(private readonly queries: QueryBus) {}

  @Get(':accountNumber/limits')
  @Endpoint({
    summary: 'Get the limits of an account and their use',
    access: staffAccess(accountsPermissions.viewAccounts),
    audited: readOf('account.view', { accountNumber: 'account' }),
    response: AccountLimitView,
    errors: [ledgerErrors.ACCOUNT_NOT_FOUND, ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED],
  })
  get(@CurrentStaff() staff: StaffActor, @Param() { accountNumber }: AccountNumberPath): Promise<AccountLimitView> {
    return this.queries.execute(new GetAccountLimit(staff.institutionId, accountNumber));
  }
}
