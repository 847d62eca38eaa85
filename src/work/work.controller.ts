import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentStaff, type StaffActor } from '../common/http/actor';
import { ANY_STAFF, Endpoint, staffAccess } from '../common/http/endpoint.decorator';
import { GetWork } from './get-work';
import { WorkView } from './work.dto';

/** The work that waits for staff. */
@ApiTags('Session')
@Controller('api/admin/v1/work')
export class WorkController {
  constructor(private readonly queryBus: QueryBus) {}

  @Get()
  @Endpoint({
    summary: 'Count what waits for you',
    description: 'Each count is null without the permission to see its list. 1,000 stands for that many or more.',
    access: staffAccess(ANY_STAFF),
    response: WorkView,
  })
  get(@CurrentStaff() staff: StaffActor): Promise<WorkView> {
    return this.queryBus.execute(new GetWork(staff));
  }
}
