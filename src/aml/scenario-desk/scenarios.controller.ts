import { Body, Controller, Get, Param, Post, Put, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentStaff, type StaffActor } from '../../common/http/actor';
import { Endpoint, staffAccess } from '../../common/http/endpoint.decorator';
import type { Outcome } from '../../common/http/outcome';
import type { Page } from '../../common/http/paging';
import { Write, type WriteRequest } from '../../common/http/write-request';
import { changeAccepted } from '../../institutions/changes/configuration-changes';
import { AskScenarioLive } from './commands/ask-scenario-live';
import { ChangeScenarioDraft } from './commands/change-scenario-draft';
import { CreateScenario } from './commands/create-scenario';
import { RunScenarioShadow } from './commands/run-scenario-shadow';
import { GetScenario } from './queries/get-scenario';
import { ListScenarios } from './queries/list-scenarios';
import { ValidateScenario } from './queries/validate-scenario';
import { scenarioErrors } from './scenario.errors';
import { scenarioPermissions } from './scenario.permissions';
import {
  CreateScenarioBody,
  ListScenariosQuery,
  ScenarioBody,
  ScenarioCheckView,
  ScenarioDetailView,
  ScenarioPath,
  ScenarioVersionBody,
  ScenarioView,
} from './scenarios.dto';

const VIEW = staffAccess(scenarioPermissions.viewScenarios);

const DRAFT_CHANGE = {
  access: staffAccess(scenarioPermissions.manageScenarios),
  reference: 'honoured' as const,
  response: ScenarioDetailView,
};

const USE_CHANGE = {
  access: staffAccess(scenarioPermissions.manageScenarios),
  reference: 'honoured' as const,
  stepUp: true as const,
  response: ScenarioDetailView,
  accepted: changeAccepted,
  errors: [scenarioErrors.SCENARIO_NOT_FOUND, scenarioErrors.SCENARIO_STATE_REFUSED, scenarioErrors.SCENARIO_REFUSED],
};

/** Scenarios of AML: drafts, shadow and live (docs/api/scenarios.md). */
@Controller('api/admin/v1/aml/scenarios')
@ApiTags('AML scenarios')
export class ScenariosController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List AML scenarios',
    description: 'Those that ship with the program, which are drafts until staff use them, and the institution’s own.',
    access: VIEW,
    response: ScenarioView,
    list: 'page',
  })
  list(@CurrentStaff() staff: StaffActor, @Query() filters: ListScenariosQuery): Promise<Page<ScenarioView>> {
    return this.queries.execute(new ListScenarios(staff.institutionId, filters));
  }

  @Post('validate')
  @Endpoint({
    summary: 'Check the definition of a scenario',
    description: 'Each problem has its position. Nothing is stored.',
    access: VIEW,
    response: ScenarioCheckView,
  })
  validate(@CurrentStaff() _staff: StaffActor, @Body() { definition }: ScenarioBody): Promise<ScenarioCheckView> {
    return this.queries.execute(new ValidateScenario(definition));
  }

  @Get(':scenarioCode')
  @Endpoint({
    summary: 'Get an AML scenario',
    access: VIEW,
    response: ScenarioDetailView,
    errors: [scenarioErrors.SCENARIO_NOT_FOUND],
  })
  get(@CurrentStaff() staff: StaffActor, @Param() { scenarioCode }: ScenarioPath): Promise<ScenarioDetailView> {
    return this.queries.execute(new GetScenario(staff.institutionId, scenarioCode));
  }

  @Post()
  @Endpoint({
    summary: 'Create a scenario as a draft',
    description: 'A draft has no effect.',
    ...DRAFT_CHANGE,
    errors: [scenarioErrors.SCENARIO_CODE_TAKEN, scenarioErrors.SCENARIO_REFUSED],
  })
  create(@Write() write: WriteRequest, @Body() { code, definition }: CreateScenarioBody): Promise<Outcome> {
    return this.commands.execute(new CreateScenario(write, code, definition));
  }

  @Put(':scenarioCode')
  @Endpoint({
    summary: 'Change the draft of a scenario',
    description: 'Begins a new draft where the scenario has none. The versions in use stay as they are.',
    versioned: true,
    ...DRAFT_CHANGE,
    errors: [scenarioErrors.SCENARIO_NOT_FOUND, scenarioErrors.SCENARIO_REFUSED],
  })
  change(
    @Write() write: WriteRequest,
    @Param() { scenarioCode }: ScenarioPath,
    @Body() { definition }: ScenarioBody,
  ): Promise<Outcome> {
    return this.commands.execute(new ChangeScenarioDraft(write, scenarioCode, definition));
  }

  @Post(':scenarioCode/live')
  @Endpoint({
    summary: 'Put a version of a scenario live',
    description: 'Waits for a second person. It replaces the live version.',
    ...USE_CHANGE,
  })
  goLive(
    @Write() write: WriteRequest,
    @Param() { scenarioCode }: ScenarioPath,
    @Body() { version }: ScenarioVersionBody,
  ): Promise<Outcome> {
    return this.commands.execute(new AskScenarioLive(write, scenarioCode, version));
  }

  @Post(':scenarioCode/shadow')
  @Endpoint({
    summary: 'Run the draft of a scenario in shadow',
    description: 'It sees every movement from now on, beside the live version, and has no effect on any.',
    ...DRAFT_CHANGE,
    errors: USE_CHANGE.errors,
  })
  startShadow(@Write() write: WriteRequest, @Param() { scenarioCode }: ScenarioPath): Promise<Outcome> {
    return this.commands.execute(new RunScenarioShadow(write, scenarioCode, true));
  }

  @Post(':scenarioCode/shadow/stop')
  @Endpoint({
    summary: 'Stop the shadow of a scenario',
    ...DRAFT_CHANGE,
    errors: [scenarioErrors.SCENARIO_NOT_FOUND, scenarioErrors.SCENARIO_STATE_REFUSED],
  })
  stopShadow(@Write() write: WriteRequest, @Param() { scenarioCode }: ScenarioPath): Promise<Outcome> {
    return this.commands.execute(new RunScenarioShadow(write, scenarioCode, false));
  }

  @Post(':scenarioCode/retire')
  @Endpoint({
    summary: 'Retire the live version of a scenario',
    description: 'Waits for a second person. Alerts and holds that it made stay.',
    ...USE_CHANGE,
  })
  retire(@Write() write: WriteRequest, @Param() { scenarioCode }: ScenarioPath): Promise<Outcome> {
    return this.commands.execute(new AskScenarioLive(write, scenarioCode, null));
  }
}
