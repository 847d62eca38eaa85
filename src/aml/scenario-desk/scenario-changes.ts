import { Injectable } from '@nestjs/common';
import type { Tx } from '../../common/database/unit-of-work';
import { MemberOf } from '../../common/registry/registry';
import { type ChangeFields, type ConfigurationChange, isSame } from '../../institutions/changes/change-as-data';
import { type AuditedChange, type ChangeKind, ChangeKinds } from '../../institutions/changes/change-kinds';
import type { AmlScenarioVersion } from './aml-scenario-version.entity';
import { scenarioErrors } from './scenario.errors';
import { scenarioPermissions } from './scenario.permissions';
import { readDefinition } from './scenario-language';
import { ScenarioVersions, type StoredScenario, versionIn } from './scenario-versions';
import { scenarioDetailView } from './scenario-views';
import type { ScenarioDetailView } from './scenarios.dto';

export const CHANGE_AML_SCENARIO = 'change-aml-scenario';

/** The live version of a scenario as the two people who decide see it; null without one. */
interface LiveScenario {
  version: number;
  definition: Record<string, unknown>;
}

/** The change that puts a version live, or retires the live one. The checker sees both definitions whole. */
export function liveFields(version: AmlScenarioVersion | undefined): ChangeFields & { live: LiveScenario | null } {
  return { live: version ? { version: version.version, definition: version.definition } : null };
}

/**
 * Putting a version of a scenario live, and retiring the live one. Both change what is held and what raises an alert.
 */
@Injectable()
@MemberOf(ChangeKinds)
export class ScenarioChanges implements ChangeKind {
  readonly operation = CHANGE_AML_SCENARIO;
  readonly title = 'AML scenario';
  readonly covers = 'a version of a scenario that goes live, the end of the live one';
  readonly permission = scenarioPermissions.manageScenarios;
  readonly seenWith = scenarioPermissions.viewScenarios;

  constructor(private readonly versions: ScenarioVersions) {}

  async present(tx: Tx, institutionId: number, target: string): Promise<ChangeFields> {
    return liveFields(versionIn(await this.versions.require(tx, institutionId, target), 'live'));
  }

  async apply(tx: Tx, institutionId: number, { target, after }: ConfigurationChange): Promise<ScenarioDetailView> {
    const scenario = await this.versions.requireStored(tx, institutionId, target);
    const live = after.live as LiveScenario | null | undefined;
    if (live === null) await this.retire(tx, scenario);
    else if (live !== undefined) await this.putLive(tx, scenario, live);
    return scenarioDetailView(await this.versions.require(tx, institutionId, target));
  }

  audited({ target, after }: ConfigurationChange): AuditedChange[] {
    const action = after.live === null ? 'aml-scenario.retire' : 'aml-scenario.live';
    return [{ action, subject: `aml-scenario:${target}` }];
  }

  private async retire(tx: Tx, scenario: StoredScenario): Promise<void> {
    const present = versionIn(scenario, 'live');
    if (!present)
      throw scenarioErrors.SCENARIO_STATE_REFUSED(
        'The scenario has no live version, so nothing is left to retire; decline the request.',
      );
    await this.versions.put(tx, present, 'retired');
  }

  private async putLive(tx: Tx, scenario: StoredScenario, { version, definition }: LiveScenario): Promise<void> {
    const asked = scenario.versions.find((each) => each.version === version);
    if (asked?.state !== 'draft' && asked?.state !== 'shadow')
      throw scenarioErrors.SCENARIO_STATE_REFUSED(
        `Version ${version} is neither the draft nor the shadow of the scenario; read it again.`,
      );
    // The definition that was approved counts: a draft that was changed meanwhile is another one.
    if (!isSame(asked.definition, definition))
      throw scenarioErrors.SCENARIO_STATE_REFUSED(
        `The draft ${version} has changed since it was asked to go live; ask again.`,
      );
    readDefinition(asked.definition, scenario.code);
    await this.versions.put(tx, asked, 'live');
  }
}
