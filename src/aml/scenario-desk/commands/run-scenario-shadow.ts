import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../../common/audit/audit-log';
import type { Tx } from '../../../common/database/unit-of-work';
import { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { scenarioErrors } from '../scenario.errors';
import { readDefinition } from '../scenario-language';
import { ScenarioVersions, type StoredScenario, versionIn } from '../scenario-versions';
import { scenarioDetailView } from '../scenario-views';

/**
 * Runs the draft of a scenario in shadow, or stops the shadow. One person may: a shadow has no effect on a movement.
 */
export class RunScenarioShadow extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly code: string,
    readonly runs: boolean,
  ) {
    super();
  }
}

@CommandHandler(RunScenarioShadow)
export class RunScenarioShadowHandler implements ICommandHandler<RunScenarioShadow> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly versions: ScenarioVersions,
    private readonly audit: AuditLog,
  ) {}

  execute({ write, code, runs }: RunScenarioShadow): Promise<Outcome> {
    const { institutionId } = write;
    return this.writes.run(write, { code, runs }, async (tx) => {
      await this.versions.lock(tx, institutionId);
      const scenario = await this.versions.requireStored(tx, institutionId, code);
      const version = runs ? await this.start(tx, scenario) : await this.stop(tx, write, scenario);
      await this.audit.record(tx, write, {
        action: runs ? 'aml-scenario.shadow' : 'aml-scenario.shadow-end',
        subject: `aml-scenario:${code}`,
        details: { version },
      });
      return Outcome.done(scenarioDetailView(await this.versions.require(tx, institutionId, code)));
    });
  }

  private async start(tx: Tx, scenario: StoredScenario): Promise<number> {
    const draft = versionIn(scenario, 'draft');
    if (!draft) throw scenarioErrors.SCENARIO_STATE_REFUSED('The scenario has no draft; change it to begin one.');
    // A shipped draft may be from before an upgrade that changed the facts.
    readDefinition(draft.definition, scenario.code);
    await this.versions.put(tx, draft, 'shadow');
    return draft.version;
  }

  /** The verdicts of a shadow name its version, so it does not become a draft again: a copy of it does. */
  private async stop(tx: Tx, { institutionId, actor }: WriteRequest, scenario: StoredScenario): Promise<number> {
    const shadow = versionIn(scenario, 'shadow');
    if (!shadow)
      throw scenarioErrors.SCENARIO_STATE_REFUSED(
        'The scenario has no version in shadow, so there is nothing to stop; read it again.',
      );
    await this.versions.put(tx, shadow, 'retired');
    if (!versionIn(scenario, 'draft'))
      await this.versions.add(tx, institutionId, scenario, { definition: shadow.definition, createdBy: actor });
    return shadow.version;
  }
}
