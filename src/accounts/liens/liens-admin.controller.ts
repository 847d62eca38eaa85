import { Controller, Get, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { readOf } from '../../common/audit/audited-read';
import { CurrentStaff, type StaffActor } from '../../common/http/actor';
import { Endpoint, staffAccess } from '../../common/http/endpoint.decorator';
import type { Page } from '../../common/http/paging';
import { ledgerErrors } from '../../ledger/ledger.errors';
import { LienRowView, ListLiensQuery } from './liens.dto';
import { liensPermissions } from './liens.permissions';
import { ListLiens } from './queries/list-liens';

@Controller('api/admin/v1/liens')
@ApiTags('Liens')
export class LiensAdminController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @Endpoint({
    summary: 'List liens',
    description: 'Liens of API clients and liens of the institution itself.',
    access: staffAccess(liensPermissions.viewLiens),
    audited: readOf('lien.list', { AccountNumber: 'account' }),
    response: LienRowView,
    list: 'page',
    errors: [ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED],
  })
  list(@CurrentStaff() staff: StaffActor, @Query() filters: ListLiensQuery): Promise<Page<LienRowView>> {
    return this.queries.execute(new ListLiens(staff.institutionId, filters));
  }
}
