import { Module, type OnModuleInit } from '@nestjs/common';
import { Housekeeping } from '../../common/housekeeping';
import { InstitutionsModule } from '../../institutions/institutions.module';
import { PermissionCatalogue } from '../../institutions/staff/permission-catalogue';
import { BacktestJob } from './backtest-job';
import { AccountFreezes } from './behind/account-freezes';
import { BehindRunner } from './behind/behind-runner';
import { ScenarioFindings } from './behind/findings';
import { AskScenarioLiveHandler } from './commands/ask-scenario-live';
import { ChangeScenarioDraftHandler } from './commands/change-scenario-draft';
import { ChangeScenarioGroupHandler } from './commands/change-scenario-group';
import { CreateScenarioHandler } from './commands/create-scenario';
import { RebuildAmlWindowsHandler } from './commands/rebuild-windows';
import { RunScenarioShadowHandler } from './commands/run-scenario-shadow';
import { StartScenarioBacktestHandler } from './commands/start-backtest';
import { CustomerWindowBuilds } from './customer-window-builds';
import { GetScenarioHandler } from './queries/get-scenario';
import { GetScenarioBacktestHandler } from './queries/get-scenario-backtest';
import { ListScenarioBacktestsHandler } from './queries/list-scenario-backtests';
import { ListScenarioGroupsHandler } from './queries/list-scenario-groups';
import { ListScenarioVerdictsHandler } from './queries/list-scenario-verdicts';
import { ListScenariosHandler } from './queries/list-scenarios';
import { ValidateScenarioHandler } from './queries/validate-scenario';
import { scenarioPermissions } from './scenario.permissions';
import { ScenarioChanges } from './scenario-changes';
import { ScenarioGates } from './scenario-gate';
import { ScenarioGroups } from './scenario-groups';
import { ScenarioSets } from './scenario-sets';
import { ScenarioTrialsController } from './scenario-trials.controller';
import { ScenarioVersions } from './scenario-versions';
import { ScenariosController } from './scenarios.controller';
import { WindowRebuilds } from './window-rebuilds';

const handlers = [
  AskScenarioLiveHandler,
  ChangeScenarioDraftHandler,
  ChangeScenarioGroupHandler,
  CreateScenarioHandler,
  GetScenarioBacktestHandler,
  ListScenarioBacktestsHandler,
  ListScenarioGroupsHandler,
  ListScenarioVerdictsHandler,
  RebuildAmlWindowsHandler,
  StartScenarioBacktestHandler,
  RunScenarioShadowHandler,
  GetScenarioHandler,
  ListScenariosHandler,
  ValidateScenarioHandler,
];

/** For the longest backtest with the movements before it that fill the windows. */
const FACTS_KEPT = '440 days';
/**
 * Records of AML are kept for five years (docs/api/personal-data.md#retention); a year more covers an investigation at
 * their end.
 */
const VERDICTS_KEPT = '6 years';

/** Scenarios of AML: their versions, their part in posting decisions, and the judgement behind movements. */
@Module({
  imports: [InstitutionsModule],
  controllers: [ScenarioTrialsController, ScenariosController],
  providers: [
    AccountFreezes,
    BacktestJob,
    BehindRunner,
    ScenarioChanges,
    ScenarioFindings,
    ScenarioGates,
    ScenarioGroups,
    ScenarioSets,
    ScenarioVersions,
    CustomerWindowBuilds,
    WindowRebuilds,
    ...handlers,
  ],
  exports: [AccountFreezes, ScenarioGates],
})
export class ScenarioDeskModule implements OnModuleInit {
  constructor(
    private readonly permissions: PermissionCatalogue,
    private readonly housekeeping: Housekeeping,
  ) {}

  onModuleInit(): void {
    const kept = (period: string): string => `at < institution_now() - interval '${period}'`;
    this.housekeeping.register({ table: 'movement_facts', key: 'seq', where: kept(FACTS_KEPT) });
    this.housekeeping.register({ table: 'aml_verdict', key: 'id', where: kept(VERDICTS_KEPT) });
    this.permissions.register(scenarioPermissions, 'AML scenarios');
  }
}
