import { Injectable, Logger } from '@nestjs/common';
import { type CompiledScenario, compileScenario } from '../scenarios/compile-scenario';
import { type ScenarioSet, scenarioSet } from '../scenarios/evaluate';
import { type ScenarioGroupDefinition, STOPPING_ACTIONS } from '../scenarios/scenario';
import { DEFAULT_WINDOW_SETTINGS, type WindowSettings } from '../scenarios/window-state';

/** Reads rows on the connection of a batch or of a unit of work. */
export type RowQuery = <Row>(name: string, text: string, values: unknown[]) => Promise<Row[]>;

/** The scenarios that an institution uses, compiled. They hold no state of movements. */
export interface ScenariosInUse {
  /** `scenarios_version` of the institution. */
  version: number;
  timeZone: string;
  settings: WindowSettings;
  live: { lock: ScenarioSet; behind: ScenarioSet };
  shadow: { lock: ScenarioSet; behind: ScenarioSet };
  /**
   * `customer_windows_since` of the institution: names the windows of customers that postings keep; 0 while no scenario
   * in use reads any.
   */
  customerWindowsSince: number;
  /** True when a live scenario or group can stop a movement. */
  stops: boolean;
  /** Ids of the live versions and, with `group:` before the code, of the groups. */
  ids: ReadonlyMap<string, number>;
}

const IN_USE = `SELECT id, code, version, state, definition FROM aml_scenario_version
  WHERE institution_id = $1 AND state IN ('shadow', 'live') ORDER BY code`;
const GROUPS = `SELECT id, definition FROM aml_scenario_group WHERE institution_id = $1 AND active ORDER BY code`;
const INSTITUTION = 'SELECT time_zone, customer_windows_since FROM institution WHERE institution_id = $1';

interface InstitutionRow {
  time_zone: string;
  customer_windows_since: string;
}

interface VersionRow {
  id: string;
  code: string;
  version: number;
  state: 'shadow' | 'live';
  definition: unknown;
}

interface GroupRow {
  id: string;
  definition: ScenarioGroupDefinition;
}

/**
 * The compiled scenarios of each institution. They are compiled once for each change, which gives the set a new number
 * (`institution.scenarios_version`); a process that has not seen the number reads the set on the connection of the
 * batch that needs it.
 */
@Injectable()
export class ScenarioSets {
  private readonly logger = new Logger(ScenarioSets.name);
  private readonly known = new Map<number, ScenariosInUse>();

  /** The set that this process compiled last, which may be out of date. */
  lastOf(institutionId: number): ScenariosInUse | undefined {
    return this.known.get(institutionId);
  }

  /** The set of this number; undefined for 0, which stands for no scenario in use. */
  async of(query: RowQuery, institutionId: number, version: number): Promise<ScenariosInUse | undefined> {
    if (version === 0) {
      this.known.delete(institutionId);
      return undefined;
    }
    const known = this.known.get(institutionId);
    if (known?.version === version) return known;
    const rows = await query<VersionRow>('aml-scenarios', IN_USE, [institutionId]);
    const groups = await query<GroupRow>('aml-scenario-groups', GROUPS, [institutionId]);
    const [institution] = await query<InstitutionRow>('aml-scenario-institution', INSTITUTION, [institutionId]);
    const inUse = this.compile(version, rows, groups, institution!);
    this.known.set(institutionId, inUse);
    return inUse;
  }

  private compile(
    version: number,
    rows: VersionRow[],
    groupRows: GroupRow[],
    { time_zone: timeZone, customer_windows_since }: InstitutionRow,
  ): ScenariosInUse {
    const groups = groupRows.map(({ definition }) => definition);
    const compiled = (state: VersionRow['state']): CompiledScenario[] =>
      rows.filter((row) => row.state === state).flatMap((row) => this.compiledOrNone(row));
    const live = compiled('live');
    const shadow = compiled('shadow');
    const liveLock = scenarioSet(live, groups, 'lock');
    return {
      version,
      timeZone,
      settings: DEFAULT_WINDOW_SETTINGS,
      customerWindowsSince: Number(customer_windows_since),
      live: { lock: liveLock, behind: scenarioSet(live, groups, 'behind') },
      shadow: { lock: scenarioSet(shadow, [], 'lock'), behind: scenarioSet(shadow, [], 'behind') },
      stops:
        liveLock.scenarios.some(({ definition }) => STOPPING_ACTIONS.includes(definition.action)) ||
        (liveLock.scenarios.length > 0 && groups.some(({ holdAt }) => holdAt !== undefined)),
      ids: new Map([
        ...rows.filter(({ state }) => state === 'live').map(({ code, id }) => [code, Number(id)] as const),
        ...groupRows.map(({ id, definition }) => [`group:${definition.code}`, Number(id)] as const),
      ]),
    };
  }

  /** A stored version that this program cannot compile is left out and reported, so that postings go on. */
  private compiledOrNone({ code, version, definition }: VersionRow): CompiledScenario[] {
    try {
      return [compileScenario(definition, version)];
    } catch (error) {
      this.logger.error(
        { err: error as Error, code, version },
        'An AML scenario in use cannot be compiled by this program; it is not evaluated until its draft is mended.',
      );
      return [];
    }
  }
}
