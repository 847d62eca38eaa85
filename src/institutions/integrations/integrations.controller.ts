import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentStaff, type StaffActor } from '../../common/http/actor';
import { Endpoint, staffAccess } from '../../common/http/endpoint.decorator';
import { institutionsPermissions } from '../institutions.permissions';
import { IntegrationView } from './integrations.dto';
import { ListIntegrations } from './queries/list-integrations';

@ApiTags('Configuration')
@Controller('api/admin/v1/configuration/integrations')
export class IntegrationsController {
  constructor(private readonly queryBus: QueryBus) {}

  @Get()
  @Endpoint({
    summary: 'List integrations',
    description:
      'Shows the functions that providers perform and their missing configuration keys. Clients only see that a ' +
      'function is not enabled.',
    access: staffAccess(institutionsPermissions.viewConfiguration),
    response: IntegrationView,
    list: 'flat',
  })
  list(@CurrentStaff() staff: StaffActor): Promise<{ data: IntegrationView[]; recordCount: number }> {
    return this.queryBus.execute(new ListIntegrations(staff.institutionId));
  }
}
