import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentStaff, type StaffActor } from '../../common/http/actor';
import { ANY_STAFF, Endpoint, staffAccess } from '../../common/http/endpoint.decorator';
import { DashboardView } from './dashboard.dto';
import { GetDashboard } from './get-dashboard';

/** The figures of the home page. */
@ApiTags('Session')
@Controller('api/admin/v1/dashboard')
export class DashboardController {
  constructor(private readonly queryBus: QueryBus) {}

  @Get()
  @Endpoint({
    summary: 'Get the figures of the home page',
    description:
      'Each part is null without the permission to see its list. Numbers of cases and payments end at 1,000, sums of ' +
      'movements, instalments and deposits at 50,000 rows, which `isAtLeast` says.',
    access: staffAccess(ANY_STAFF),
    response: DashboardView,
  })
  get(@CurrentStaff() staff: StaffActor): Promise<DashboardView> {
    return this.queryBus.execute(new GetDashboard(staff));
  }
}
