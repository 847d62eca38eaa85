import { AML_ACTOR } from '../../accounts/status/aml-freeze';
import { versionOf } from '../../common/http/versions';
import type { AmlScenarioVersion } from './aml-scenario-version.entity';
import { describeDefinition, type ScenarioDefinition } from './scenario-language';
import { type StoredScenario, versionIn } from './scenario-versions';
import type { DefinedScenarioVersionView, ScenarioDetailView, ScenarioView } from './scenarios.dto';

/** The most versions in the view of one scenario. */
const VERSIONS_MAX = 50;

/** The version that names a scenario: the live one, or else the newest. */
function shownDefinition(scenario: StoredScenario): ScenarioDefinition {
  const shown = versionIn(scenario, 'live') ?? scenario.versions[0];
  return shown ? (shown.definition as unknown as ScenarioDefinition) : scenario.shipped!;
}

/** The scenario for the list. A shipped one that nobody has touched is a draft with the version 1. */
export function scenarioView(scenario: StoredScenario): ScenarioView {
  const isUntouched = scenario.versions.length === 0;
  return {
    code: scenario.code,
    ...describeDefinition(shownDefinition(scenario)),
    isShipped: scenario.shipped !== undefined,
    draftVersion: isUntouched ? 1 : (versionIn(scenario, 'draft')?.version ?? null),
    shadowVersion: versionIn(scenario, 'shadow')?.version ?? null,
    liveVersion: versionIn(scenario, 'live')?.version ?? null,
  };
}

/** The scenario with the definitions of its versions. */
export function scenarioDetailView(scenario: StoredScenario): ScenarioDetailView {
  const shipped = (scenario.shipped ?? null) as Record<string, unknown> | null;
  const versions =
    scenario.versions.length > 0
      ? scenario.versions.slice(0, VERSIONS_MAX).map(versionView)
      : [untouchedView(scenario.shipped!)];
  return {
    ...scenarioView(scenario),
    shippedDefinition: shipped,
    versions,
    version: draftVersionOf(scenario),
  };
}

/** The `version` of a scenario for `If-Match`: that of its draft, or of its newest version where it has none. */
export function draftVersionOf(scenario: StoredScenario): string {
  const newest = versionIn(scenario, 'draft') ?? scenario.versions[0];
  return versionOf({ number: newest?.version ?? 1, definition: newest?.definition ?? scenario.shipped ?? null });
}

function versionView({
  version,
  state,
  publicName,
  definition,
  createdBy,
  ...times
}: AmlScenarioVersion): DefinedScenarioVersionView {
  const instant = (at: Date | null): string | null => at?.toISOString() ?? null;
  return {
    version,
    state,
    publicName,
    createdBy,
    createdAt: times.createdAt.toISOString(),
    shadowSince: instant(times.shadowSince),
    liveSince: instant(times.liveSince),
    endedAt: instant(times.endedAt),
    definition,
  };
}

function untouchedView(shipped: ScenarioDefinition): DefinedScenarioVersionView {
  const { publicName } = describeDefinition(shipped);
  return {
    version: 1,
    state: 'draft',
    publicName,
    createdBy: AML_ACTOR,
    createdAt: null,
    shadowSince: null,
    liveSince: null,
    endedAt: null,
    definition: shipped as unknown as Record<string, unknown>,
  };
}
