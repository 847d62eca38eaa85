import { Body, Controller, Get, Param, Post, Put, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentStaff, type StaffActor } from '../../common/http/actor';
import { Endpoint, staffAccess } from '../../common/http/endpoint.decorator';
import type { Outcome } from '../../common/http/outcome';
import type { Page } from '../../common/http/paging';
import { PageQuery } from '../../common/http/paging.dto';
import { Write, type WriteRequest } from '../../common/http/write-request';
import { changeAccepted } from '../../institutions/changes/configuration-changes';
import { ChangeScenarioGroup } from './commands/change-scenario-group';
import { RebuildAmlWindows } from './commands/rebuild-windows';
import { StartScenarioBacktest } from './commands/start-backtest';
import { GetScenarioBacktest } from './queries/get-scenario-backtest';
import { ListScenarioBacktests } from './queries/list-scenario-backtests';
import { ListScenarioGroups } from './queries/list-scenario-groups';
import { ListScenarioVerdicts } from './queries/list-scenario-verdicts';
import { scenarioErrors } from './scenario.errors';
import { scenarioPermissions } from './scenario.permissions';
import {
  BacktestScenarioBody,
  ListScenarioBacktestsQuery,
  ScenarioBacktestPath,
  ScenarioBacktestView,
} from './scenario-backtests.dto';
import { ScenarioGroupBody, ScenarioGroupPath, ScenarioGroupView } from './scenario-groups.dto';
import { ListScenarioVerdictsQuery, ScenarioVerdictView, WindowRebuildView } from './scenario-verdicts.dto';
import { ScenarioPath } from './scenarios.dto';

const VIEW = staffAccess(scenarioPermissions.viewScenarios);
const MANAGE = staffAccess(scenarioPermissions.manageScenarios);

/** Groups, backtests and verdicts of scenarios (docs/api/scenarios.md). */
@Controller('api/admin/v1/aml')
@ApiTags('AML scenarios')
export class ScenarioTrialsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get('scenario-groups')
  @Endpoint({ summary: 'List groups of scenarios', access: VIEW, response: ScenarioGroupView, list: 'page' })
  groups(@CurrentStaff() staff: StaffActor, @Query() paging: PageQuery): Promise<Page<ScenarioGroupView>> {
    return this.queries.execute(new ListScenarioGroups(staff.institutionId, paging));
  }

  @Put('scenario-groups/:groupCode')
  @Endpoint({
    summary: 'Set a group of scenarios',
    description: 'Waits for a second person.',
    access: MANAGE,
    reference: 'honoured',
    stepUp: true,
    response: ScenarioGroupView,
    accepted: changeAccepted,
    errors: [scenarioErrors.SCENARIO_REFUSED],
  })
  setGroup(
    @Write() write: WriteRequest,
    @Param() { groupCode }: ScenarioGroupPath,
    @Body() body: ScenarioGroupBody,
  ): Promise<Outcome> {
    return this.commands.execute(new ChangeScenarioGroup(write, groupCode, body));
  }

  @Post('scenarios/:scenarioCode/backtests')
  @Endpoint({
    summary: 'Try a version of a scenario on history',
    description: 'Runs in the background on the stored facts of past movements, at most four at a time.',
    access: MANAGE,
    reference: 'honoured',
    response: ScenarioBacktestView,
    errors: [
      scenarioErrors.SCENARIO_NOT_FOUND,
      scenarioErrors.SCENARIO_STATE_REFUSED,
      scenarioErrors.SCENARIO_BACKTEST_REFUSED,
      scenarioErrors.SCENARIO_REFUSED,
    ],
  })
  backtest(
    @Write() write: WriteRequest,
    @Param() { scenarioCode }: ScenarioPath,
    @Body() body: BacktestScenarioBody,
  ): Promise<Outcome> {
    return this.commands.execute(new StartScenarioBacktest(write, scenarioCode, body));
  }

  @Get('scenarios/:scenarioCode/backtests')
  @Endpoint({
    summary: 'List backtests of a scenario',
    access: VIEW,
    response: ScenarioBacktestView,
    list: 'page',
    errors: [scenarioErrors.SCENARIO_NOT_FOUND],
  })
  backtests(
    @CurrentStaff() staff: StaffActor,
    @Param() { scenarioCode }: ScenarioPath,
    @Query() paging: ListScenarioBacktestsQuery,
  ): Promise<Page<ScenarioBacktestView>> {
    return this.queries.execute(new ListScenarioBacktests(staff.institutionId, scenarioCode, paging));
  }

  @Get('scenarios/:scenarioCode/backtests/:backtestId')
  @Endpoint({
    summary: 'Get a backtest',
    access: VIEW,
    response: ScenarioBacktestView,
    errors: [scenarioErrors.SCENARIO_NOT_FOUND, scenarioErrors.SCENARIO_BACKTEST_NOT_FOUND],
  })
  getBacktest(
    @CurrentStaff() staff: StaffActor,
    @Param() { scenarioCode, backtestId }: ScenarioBacktestPath,
  ): Promise<ScenarioBacktestView> {
    return this.queries.execute(new GetScenarioBacktest(staff.institutionId, scenarioCode, Number(backtestId)));
  }

  @Post('scenario-windows/rebuild')
  @Endpoint({
    summary: 'Rebuild the windows of accounts',
    description: 'From the stored facts, in the background, account by account under its lock; no posting is lost.',
    access: MANAGE,
    reference: 'honoured',
    response: WindowRebuildView,
  })
  rebuild(@Write() write: WriteRequest): Promise<Outcome> {
    return this.commands.execute(new RebuildAmlWindows(write));
  }

  @Get('scenario-verdicts')
  @Endpoint({
    summary: 'List verdicts of scenarios',
    description: 'What movements met, in live and in shadow, some seconds after they were decided.',
    access: VIEW,
    response: ScenarioVerdictView,
    list: 'page',
  })
  verdicts(
    @CurrentStaff() staff: StaffActor,
    @Query() filters: ListScenarioVerdictsQuery,
  ): Promise<Page<ScenarioVerdictView>> {
    return this.queries.execute(new ListScenarioVerdicts(staff.institutionId, filters));
  }
}
