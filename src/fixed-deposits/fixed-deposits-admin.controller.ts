import { Controller, Get, Param, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { readOf } from '../common/audit/audited-read';
import { CurrentStaff, type StaffActor } from '../common/http/actor';
import { Endpoint, staffAccess } from '../common/http/endpoint.decorator';
import type { Page } from '../common/http/paging';
import { ledgerErrors } from '../ledger/ledger.errors';
import { FixedDepositView } from './fixed-deposit-views.dto';
import { FixedDepositPath, SearchFixedDepositsQuery } from './fixed-deposits.dto';
import { fixedDepositsErrors } from './fixed-deposits.errors';
import { fixedDepositsPermissions } from './fixed-deposits.permissions';
import { GetFixedDeposit } from './queries/get-fixed-deposit';
import { SearchFixedDeposits } from './queries/search-fixed-deposits';

@ApiTags('Fixed deposits')
@Controller('api/admin/v1/fixed-deposits')
export class FixedDepositsAdminController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @Endpoint({
    summary: 'List fixed deposits',
    description: 'Returns one row for each term of a deposit, latest first.',
    access: staffAccess(fixedDepositsPermissions.viewFixedDeposits),
    audited: readOf('fixed-deposit.list', { AccountNumber: 'account' }),
    response: FixedDepositView,
    list: 'page',
    errors: [ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED],
  })
  list(@CurrentStaff() staff: StaffActor, @Query() filters: SearchFixedDepositsQuery): Promise<Page<FixedDepositView>> {
    return this.queries.execute(new SearchFixedDeposits(staff.institutionId, filters));
  }

  @Get(':id')
  @Endpoint({
    summary: 'Get a fixed deposit',
    description: 'One term of a deposit, by its id.',
    access: staffAccess(fixedDepositsPermissions.viewFixedDeposits),
    audited: readOf('fixed-deposit.view', { id: 'fixed-deposit' }),
    response: FixedDepositView,
    errors: [fixedDepositsErrors.FIXED_DEPOSIT_NOT_FOUND],
  })
  get(@CurrentStaff() { institutionId }: StaffActor, @Param() { id }: FixedDepositPath): Promise<FixedDepositView> {
    return this.queries.execute(new GetFixedDeposit(institutionId, Number(id)));
  }
}
