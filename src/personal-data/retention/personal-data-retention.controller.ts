import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentStaff, type StaffActor } from '../../common/http/actor';
import { Endpoint, staffAccess } from '../../common/http/endpoint.decorator';
import { personalDataPermissions } from '../personal-data.permissions';
import { ListRetention, type RetentionList } from './queries/list-retention';
import { RetentionView } from './retention.dto';

@Controller('api/admin/v1/personal-data')
@ApiTags('Personal data')
export class PersonalDataRetentionController {
  constructor(private readonly queries: QueryBus) {}

  @Get('retention')
  @Endpoint({
    summary: 'Show retention periods and due records',
    description:
      'A preview: it shows what the next end of day and the next housekeeping would remove, and removes nothing.',
    access: staffAccess(personalDataPermissions.viewRetention),
    response: RetentionView,
    list: 'flat',
  })
  list(@CurrentStaff() staff: StaffActor): Promise<RetentionList> {
    return this.queries.execute(new ListRetention(staff.institutionId));
  }
}
