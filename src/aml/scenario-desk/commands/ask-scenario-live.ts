import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Tx } from '../../../common/database/unit-of-work';
import type { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { ConfigurationChanges } from '../../../institutions/changes/configuration-changes';
import { scenarioErrors } from '../scenario.errors';
import { CHANGE_AML_SCENARIO, liveFields } from '../scenario-changes';
import { ScenarioVersions, versionIn } from '../scenario-versions';

/** Asks for a version of a scenario to go live, or with null for the end of the live one. */
export class AskScenarioLive extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly code: string,
    readonly version: number | null,
  ) {
    super();
  }
}

@CommandHandler(AskScenarioLive)
export class AskScenarioLiveHandler implements ICommandHandler<AskScenarioLive> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly versions: ScenarioVersions,
    private readonly changes: ConfigurationChanges,
  ) {}

  execute({ write, code, version }: AskScenarioLive): Promise<Outcome> {
    return this.writes.run(write, { code, version }, async (tx) => {
      await this.versions.lock(tx, write.institutionId);
      const after = await this.wanted(tx, write.institutionId, code, version);
      return this.changes.ask(tx, write, { operation: CHANGE_AML_SCENARIO, target: code, after });
    });
  }

  private async wanted(
    tx: Tx,
    institutionId: number,
    code: string,
    version: number | null,
  ): Promise<ReturnType<typeof liveFields>> {
    const scenario = await this.versions.requireStored(tx, institutionId, code);
    if (version === null) {
      if (!versionIn(scenario, 'live'))
        throw scenarioErrors.SCENARIO_STATE_REFUSED(
          'The scenario has no live version, so there is nothing to retire; read it again.',
        );
      return liveFields(undefined);
    }
    const asked = scenario.versions.find((each) => each.version === version);
    if (asked?.state !== 'draft' && asked?.state !== 'shadow')
      throw scenarioErrors.SCENARIO_STATE_REFUSED(
        `Version ${version} is neither the draft nor the shadow of the scenario; read it again.`,
      );
    return liveFields(asked);
  }
}
