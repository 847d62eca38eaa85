import { Controller, Get, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { readOf } from '../../common/audit/audited-read';
import { CurrentStaff, type StaffActor } from '../../common/http/actor';
import { Endpoint, staffAccess } from '../../common/http/endpoint.decorator';
import type { Page } from '../../common/http/paging';
import { ledgerErrors } from '../../ledger/ledger.errors';
import { OverdraftView, SearchOverdraftsQuery } from './overdrafts.dto';
import { overdraftsPermissions } from './overdrafts.permissions';
import { SearchOverdrafts } from './queries/search-overdrafts';

@ApiTags('Overdrafts')
@Controller('api/admin/v1/overdrafts')
export class OverdraftsAdminController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @Endpoint({
    summary: 'List overdrafts',
    access: staffAccess(overdraftsPermissions.viewOverdrafts),
    audited: readOf('overdraft.list', { AccountNumber: 'account' }),
    response: OverdraftView,
    list: 'page',
    errors: [ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED],
  })
  list(@CurrentStaff() staff: StaffActor, @Query() filters: SearchOverdraftsQuery): Promise<Page<OverdraftView>> {
    return this.queries.execute(new SearchOverdrafts(staff.institutionId, filters));
  }
}
