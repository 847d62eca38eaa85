import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentStaff, type StaffActor } from '../../common/http/actor';
import { Endpoint, staffAccess } from '../../common/http/endpoint.decorator';
import { endOfDayPermissions } from '../../end-of-day/end-of-day.permissions';
import { GetReadiness } from './get-readiness';
import { ReadinessView } from './readiness.dto';

/** What is open before an end of day. */
@ApiTags('End of day')
@Controller('api/admin/v1/end-of-day/readiness')
export class ReadinessController {
  constructor(private readonly queryBus: QueryBus) {}

  @Get()
  @Endpoint({
    summary: 'Get the readiness for an end of day',
    description: 'What keeps a run from starting, and what should be looked at before. Each count ends at 1,000.',
    access: staffAccess(endOfDayPermissions.viewEndOfDay),
    response: ReadinessView,
  })
  get(@CurrentStaff() staff: StaffActor): Promise<ReadinessView> {
    return this.queryBus.execute(new GetReadiness(staff));
  }
}
