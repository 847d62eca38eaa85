import { Body, Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentStaff, type StaffActor } from '../../common/http/actor';
import { Endpoint, staffAccess } from '../../common/http/endpoint.decorator';
import type { Outcome } from '../../common/http/outcome';
import { Write, type WriteRequest } from '../../common/http/write-request';
import { changeAccepted } from '../changes/configuration-changes';
import { institutionsErrors } from '../institutions.errors';
import { institutionsPermissions } from '../institutions.permissions';
import { ChangeConfiguration } from './commands/change-configuration';
import { ChangeConfigurationBody, ConfigurationKeyView, SetConfigurationKeyBody } from './configuration.dto';
import { ListConfiguration } from './queries/list-configuration';

const CHANGE = {
  access: staffAccess(institutionsPermissions.manageConfiguration),
  reference: 'honoured' as const,
  stepUp: true as const,
  accepted: changeAccepted,
};

const VALUE_ERRORS = [
  institutionsErrors.UNKNOWN_CONFIGURATION_KEY,
  institutionsErrors.CONFIGURATION_VALUE_REFUSED,
  institutionsErrors.GATEWAY_KEY_TAKEN,
];

const WAITS = 'Waits for a second person when the key needs it (`needsSecondPerson` in the list).';

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

  @Put()
  @Endpoint({
    summary: 'Set configuration keys that belong together',
    description:
      'All of them are set, or none. Waits for a second person when one of the keys needs it. Another host of a ' +
      'provider clears its stored secrets, unless the same change sets them.',
    ...CHANGE,
    response: ConfigurationKeyView,
    list: 'flat',
    errors: VALUE_ERRORS,
  })
  change(@Write() write: WriteRequest, @Body() { changes }: ChangeConfigurationBody): Promise<Outcome> {
    const values = new Map(changes.map(({ key, value }) => [key, value]));
    return this.commandBus.execute(new ChangeConfiguration(write, values, 'list'));
  }

  @Put(':key')
  @Endpoint({
    summary: 'Set a configuration key',
    description: `${WAITS} Another host of a provider clears its stored secrets; set both with \`PUT configuration\`.`,
    ...CHANGE,
    response: ConfigurationKeyView,
    errors: VALUE_ERRORS,
  })
  set(
    @Write() write: WriteRequest,
    @Param('key') key: string,
    @Body() { value }: SetConfigurationKeyBody,
  ): Promise<Outcome> {
    return this.commandBus.execute(new ChangeConfiguration(write, new Map([[key, value]]), 'key'));
  }

  @Delete(':key')
  @Endpoint({
    summary: 'Reset a configuration key to its default',
    description: WAITS,
    ...CHANGE,
    response: ConfigurationKeyView,
    errors: [institutionsErrors.UNKNOWN_CONFIGURATION_KEY],
  })
  remove(@Write() write: WriteRequest, @Param('key') key: string): Promise<Outcome> {
    return this.commandBus.execute(new ChangeConfiguration(write, new Map([[key, null]]), 'key'));
  }
}
