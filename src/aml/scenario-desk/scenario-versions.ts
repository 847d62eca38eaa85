import { Injectable } from '@nestjs/common';
import { AML_ACTOR } from '../../accounts/status/aml-freeze';
import { IdAllocator } from '../../common/database/id-allocator';
import { insertRows } from '../../common/database/insert-rows';
import type { Tx } from '../../common/database/unit-of-work';
import { jobRows } from '../../common/jobs/job-queue';
import { Clock } from '../../common/time/clock';
import { AmlScenarioVersion, type ScenarioState } from './aml-scenario-version.entity';
import { scenarioErrors } from './scenario.errors';
import { readDefinition, type ScenarioDefinition, shippedDefinition, shippedDefinitions } from './scenario-language';
import { REBUILD_JOB, type RebuildPayload } from './window-rebuilds';

/** A scenario with its stored versions, the newest first; none of a shipped one that nobody has touched. */
export interface StoredScenario {
  code: string;
  /** The definition that ships with the program; undefined for a scenario of the institution's own. */
  shipped: ScenarioDefinition | undefined;
  versions: AmlScenarioVersion[];
}

/** The version in a state, where there is at most one: draft, shadow or live. */
export function versionIn(
  scenario: StoredScenario,
  state: 'draft' | 'shadow' | 'live',
): AmlScenarioVersion | undefined {
  return scenario.versions.find((version) => version.state === state);
}

const IN_USE = `FROM aml_scenario_version WHERE institution_id = $1 AND state IN ('shadow', 'live')`;
/** A definition that only mentions them in words keeps them too, which changes no verdict. */
const READS_CUSTOMERS = `EXISTS (SELECT 1 ${IN_USE} AND definition::text LIKE '%customerWindow.%')`;
const ANNOUNCE = `UPDATE institution SET
    scenarios_version = CASE WHEN EXISTS (SELECT 1 ${IN_USE}) THEN $2::bigint ELSE 0 END,
    customer_windows_since = CASE WHEN NOT ${READS_CUSTOMERS} THEN 0
      WHEN customer_windows_since > 0 THEN customer_windows_since ELSE $2::bigint END
  WHERE institution_id = $1`;
const CUSTOMER_WINDOWS = 'SELECT customer_windows_since AS since FROM institution WHERE institution_id = $1';

/**
 * The versions of an institution's scenarios (docs/api/scenarios.md#states). A shipped scenario is a draft of every
 * institution without a row: it is stored when staff first touch it, so that an upgrade brings new ones and changes
 * nothing.
 */
@Injectable()
export class ScenarioVersions {
  constructor(
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
  ) {}

  /** Every scenario of the institution, in the order of the codes. */
  async list(tx: Tx, institutionId: number): Promise<StoredScenario[]> {
    const rows = await tx.find(AmlScenarioVersion, { where: { institutionId }, order: { version: 'DESC' } });
    const byCode = new Map<string, StoredScenario>();
    for (const shipped of shippedDefinitions()) byCode.set(shipped.code, { code: shipped.code, shipped, versions: [] });
    for (const row of rows) {
      const known = byCode.get(row.code);
      if (known) known.versions.push(row);
      else byCode.set(row.code, { code: row.code, shipped: undefined, versions: [row] });
    }
    return [...byCode.values()].sort((a, b) => (a.code < b.code ? -1 : 1));
  }

  /** @throws SCENARIO_NOT_FOUND (404) */
  async require(tx: Tx, institutionId: number, code: string): Promise<StoredScenario> {
    const versions = await tx.find(AmlScenarioVersion, { where: { institutionId, code }, order: { version: 'DESC' } });
    const shipped = shippedDefinition(code);
    if (versions.length === 0 && !shipped) throw scenarioErrors.SCENARIO_NOT_FOUND();
    return { code, shipped, versions };
  }

  /**
   * The scenario for a change, with a row for a shipped one that nobody has touched. Callers hold the institution's
   * lock of changes (`lock`).
   * @throws SCENARIO_NOT_FOUND (404)
   */
  async requireStored(tx: Tx, institutionId: number, code: string): Promise<StoredScenario> {
    const scenario = await this.require(tx, institutionId, code);
    if (scenario.versions.length > 0) return scenario;
    const draft = await this.add(tx, institutionId, scenario, { definition: scenario.shipped!, createdBy: AML_ACTOR });
    return { ...scenario, versions: [draft] };
  }

  /** One lock for all changes of an institution's scenarios: its own row, as for every change of configuration. */
  async lock(tx: Tx, institutionId: number): Promise<void> {
    await tx.query('SELECT 1 FROM institution WHERE institution_id = $1 FOR NO KEY UPDATE', [institutionId]);
  }

  /** Adds a version in the state `draft`. @throws SCENARIO_REFUSED (422) */
  async add(
    tx: Tx,
    institutionId: number,
    { code, versions }: Pick<StoredScenario, 'code' | 'versions'>,
    { definition, createdBy }: { definition: object; createdBy: string },
  ): Promise<AmlScenarioVersion> {
    const { publicName } = readDefinition(definition, code);
    const now = this.clock.institutionNow(institutionId);
    const row: AmlScenarioVersion = {
      institutionId,
      id: await this.ids.next(),
      code,
      version: (versions[0]?.version ?? 0) + 1,
      state: 'draft',
      publicName,
      definition: definition as Record<string, unknown>,
      createdBy,
      createdAt: now,
      updatedAt: now,
      shadowSince: null,
      liveSince: null,
      endedAt: null,
    };
    await tx.insert(AmlScenarioVersion, row as object);
    return row;
  }

  /** Replaces the definition of a draft. @throws SCENARIO_REFUSED (422) */
  async redraft(tx: Tx, draft: AmlScenarioVersion, definition: object): Promise<AmlScenarioVersion> {
    const { institutionId, id, code } = draft;
    const { publicName } = readDefinition(definition, code);
    const changed = {
      definition: definition as Record<string, unknown>,
      publicName,
      updatedAt: this.clock.institutionNow(institutionId),
    };
    await tx.update(AmlScenarioVersion, { institutionId, id, state: 'draft' }, changed as object);
    return { ...draft, ...changed };
  }

  /**
   * Puts a version into a state; another version that is in it is replaced. Postings see the change from the next batch
   * on.
   */
  async put(tx: Tx, version: AmlScenarioVersion, state: Exclude<ScenarioState, 'draft'>): Promise<void> {
    const { institutionId, id, code } = version;
    const now = this.clock.institutionNow(institutionId);
    if (state === 'shadow' || state === 'live')
      await tx.update(
        AmlScenarioVersion,
        { institutionId, code, state },
        { state: 'replaced', endedAt: now, updatedAt: now },
      );
    const since = { shadow: { shadowSince: now }, live: { liveSince: now }, replaced: {}, retired: {} }[state];
    const ended = state === 'shadow' || state === 'live' ? {} : { endedAt: now };
    await tx.update(AmlScenarioVersion, { institutionId, id }, { state, updatedAt: now, ...since, ...ended });
    await this.announce(tx, institutionId);
  }

  /**
   * Tells the posting engine that the scenarios in use have changed. The number is new each time, so that no process
   * takes an earlier set for this one; it is 0 while no scenario is in use. Where the first scenario that reads windows
   * of customers comes into use, a job builds them.
   */
  async announce(tx: Tx, institutionId: number): Promise<void> {
    const number = await this.ids.next();
    await tx.query(ANNOUNCE, [institutionId, number]);
    const [institution] = await tx.query<[{ since: string }]>(CUSTOMER_WINDOWS, [institutionId]);
    if (Number(institution.since) !== number) return;
    const id = await this.ids.next();
    const payload: RebuildPayload = { of: 'customers' };
    await insertRows(tx, jobRows({ institutionId, id, kind: REBUILD_JOB, payload: { ...payload } }));
  }
}
