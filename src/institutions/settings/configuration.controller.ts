import { Body, Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentStaff, type StaffActor } from '../../common/http/actor';
import { Endpoint, staffAccess } from '../../common/http/endpoint.decorator';
import type { Outcome } from '../../common/http/outcome';
import { Write, type WriteRequest } from '../../common/http/write-request';
import { institutionsErrors } from '../institutions.errors';
import { institutionsPermissions } from '../institutions.permissions';
import { RemoveConfigurationKey } from './commands/remove-configuration-key';
import { SetConfigurationKey } from './commands/set-configuration-key';
import { ConfigurationKeyView, SetConfigurationKeyBody } from './configuration.dto';
import { ListConfiguration } from './queries/list-configuration';

@ApiTags('Configuration')
@Controller('api/admin/v1/configuration')
export class ConfigurationController {
  constructor(
    private readonly commandBus: CommandBus,
    private readonly queryBus: QueryBus,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List configuration keys',
    description: 'Secrets are write-only: a secret that is set shows as `********`.',
    access: staffAccess(institutionsPermissions.viewConfiguration),
    response: ConfigurationKeyView,
    list: 'flat',
  })
  list(@CurrentStaff() staff: StaffActor): Promise<{ data: ConfigurationKeyView[]; recordCount: number }> {
    return this.queryBus.execute(new ListConfiguration(staff.institutionId));
  }

  @Put(':key')
  @Endpoint({
    summary: 'Set a configuration key',
    access: staffAccess(institutionsPermissions.manageConfiguration),
    reference: 'honoured',
    stepUp: true,
    response: ConfigurationKeyView,
    errors: [
      institutionsErrors.UNKNOWN_CONFIGURATION_KEY,
      institutionsErrors.CONFIGURATION_VALUE_REFUSED,
      institutionsErrors.GATEWAY_KEY_TAKEN,
    ],
  })
  set(
    @Write() write: WriteRequest,
    @Param('key') key: string,
    @Body() body: SetConfigurationKeyBody,
  ): Promise<Outcome> {
    return this.commandBus.execute(new SetConfigurationKey(write, key, body));
  }

  @Delete(':key')
  @Endpoint({
    summary: 'Reset a configuration key to its default',
    access: staffAccess(institutionsPermissions.manageConfiguration),
    reference: 'honoured',
    stepUp: true,
    response: ConfigurationKeyView,
    errors: [institutionsErrors.UNKNOWN_CONFIGURATION_KEY],
  })
  remove(@Write() write: WriteRequest, @Param('key') key: string): Promise<Outcome> {
    return this.commandBus.execute(new RemoveConfigurationKey(write, key));
  }
}
