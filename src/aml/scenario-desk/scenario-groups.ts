import { Injectable } from '@nestjs/common';
import { IdAllocator } from '../../common/database/id-allocator';
import type { Tx } from '../../common/database/unit-of-work';
import { MemberOf } from '../../common/registry/registry';
import { Clock } from '../../common/time/clock';
import type { ChangeFields, ConfigurationChange } from '../../institutions/changes/change-as-data';
import { type AuditedChange, type ChangeKind, ChangeKinds } from '../../institutions/changes/change-kinds';
import type { ScenarioGroupDefinition } from '../scenarios/scenario';
import { AmlScenarioGroup } from './aml-scenario-group.entity';
import { scenarioErrors } from './scenario.errors';
import { scenarioPermissions } from './scenario.permissions';
import type { ScenarioGroupView } from './scenario-groups.dto';
import { assertNoProblems, groupProblemsOf, shippedGroup, shippedGroups } from './scenario-language';
import { ScenarioVersions } from './scenario-versions';

export const CHANGE_AML_SCENARIO_GROUP = 'change-aml-scenario-group';

/** The fields of a group that a change has. */
interface GroupFields extends ChangeFields {
  definition: Record<string, unknown>;
  active: boolean;
}

/**
 * Groups of scenarios and their changes, each of which waits for a second person. A shipped group is inactive until
 * staff use it.
 */
@Injectable()
@MemberOf(ChangeKinds)
export class ScenarioGroups implements ChangeKind {
  readonly operation = CHANGE_AML_SCENARIO_GROUP;
  readonly title = 'Group of AML scenarios';
  readonly covers = 'a new group of scenarios, other members or thresholds, its end';
  readonly permission = scenarioPermissions.manageScenarios;
  readonly seenWith = scenarioPermissions.viewScenarios;

  constructor(
    private readonly versions: ScenarioVersions,
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
  ) {}

  /** The institution's groups and the shipped ones, by code. */
  async list(tx: Tx, institutionId: number): Promise<ScenarioGroupView[]> {
    const rows = await tx.findBy(AmlScenarioGroup, { institutionId });
    const stored = new Set(rows.map(({ code }) => code));
    const untouched = shippedGroups().filter(({ code }) => !stored.has(code));
    return [...rows.map(viewOf), ...untouched.map(untouchedView)].sort((a, b) => (a.code < b.code ? -1 : 1));
  }

  /** Nothing is stored of a group before its first change. */
  async present(tx: Tx, institutionId: number, target: string): Promise<GroupFields> {
    const row = await tx.findOneBy(AmlScenarioGroup, { institutionId, code: target });
    if (row) return { definition: row.definition, active: row.active };
    return { definition: { ...shippedGroup(target) }, active: false };
  }

  /** @throws SCENARIO_REFUSED (422) with the position of each problem */
  async apply(tx: Tx, institutionId: number, { target, after }: ConfigurationChange): Promise<ScenarioGroupView> {
    const { definition, active } = { ...(await this.present(tx, institutionId, target)), ...after };
    const codes = (await this.versions.list(tx, institutionId)).map(({ code }) => code);
    const problems = groupProblemsOf(definition, codes);
    if (problems.length === 0 && definition.code !== target)
      problems.push({ position: 'code', reason: `The group must have the code ${target}, under which it is stored.` });
    assertNoProblems(problems);
    const now = this.clock.institutionNow(institutionId);
    const { publicName } = definition as unknown as ScenarioGroupDefinition;
    const changed = { publicName, definition, active, updatedAt: now };
    const known = await tx.findOneBy(AmlScenarioGroup, { institutionId, code: target });
    const row = known
      ? { ...known, ...changed }
      : { institutionId, id: await this.ids.next(), code: target, ...changed, createdAt: now };
    await tx.save(AmlScenarioGroup, row);
    await this.versions.announce(tx, institutionId);
    return viewOf(row);
  }

  audited({ target }: ConfigurationChange): AuditedChange[] {
    return [{ action: 'aml-scenario-group.change', subject: `aml-scenario-group:${target}` }];
  }

  /** @throws SCENARIO_GROUP_NOT_FOUND (404) */
  async require(tx: Tx, institutionId: number, code: string): Promise<ScenarioGroupView> {
    const found = (await this.list(tx, institutionId)).find((group) => group.code === code);
    if (!found) throw scenarioErrors.SCENARIO_GROUP_NOT_FOUND();
    return found;
  }
}

function viewOf({ code, publicName, definition, active, updatedAt }: AmlScenarioGroup): ScenarioGroupView {
  const isShipped = shippedGroup(code) !== undefined;
  return { code, publicName, isShipped, active, definition, updatedAt: updatedAt.toISOString() };
}

function untouchedView(group: ScenarioGroupDefinition): ScenarioGroupView {
  const { code, publicName } = group;
  return { code, publicName, isShipped: true, active: false, definition: { ...group }, updatedAt: null };
}
