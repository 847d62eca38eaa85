import { Injectable } from '@nestjs/common';
import { allOrFirstFailure } from '../../ledger/engine/batch-connection';
import { isCounted } from '../../ledger/engine/counted-legs';
import { allLegs, type PostingRequest } from '../../ledger/engine/posting-request';
import type {
  BatchQuery,
  GateContext,
  GateStatement,
  ScreenedBatch,
  WatchedPosting,
} from '../../ledger/movements/movement-gates';
import type { OpenHolds } from '../open-holds';
import { type GroupVerdict, judge, type ScenarioVerdict } from '../scenarios/evaluate';
import { SCENARIO_ACTIONS, type ScenarioAction, STOPPING_ACTIONS } from '../scenarios/scenario';
import type { ScenarioMovement } from '../scenarios/scenario-movement';
import { BatchMovements, type StoredWindows } from './batch-movements';
import { readCustomerWindows } from './customer-window-reads';
import { type MovementSetting, movementsOfPosting, movementsOfRequest } from './posting-movements';
import { ScenarioSets, type ScenariosInUse } from './scenario-sets';
import { readWindows, type WindowRows } from './window-reads';
import { offsetMinutes } from './zone-offset';

/** A live scenario or group that stops a movement. */
export interface ScenarioStop {
  /** Id of the version, or of the group. */
  id: number;
  /** Code of the scenario; `group:` and the code of a group. */
  code: string;
  /** 0 for a group, which has no versions. */
  version: number;
  publicName: string;
  action: ScenarioAction;
  accountId: number;
  direction: 'inflow' | 'outflow';
  /** Accounts to freeze. */
  freezes: number[];
}

/**
 * Scenarios as part of posting decisions (docs/domain/aml.md#scenarios): windows are read and written in the batch's
 * own transaction, under the locks of its accounts.
 */
@Injectable()
export class ScenarioGates {
  constructor(private readonly sets: ScenarioSets) {}

  /**
   * The gate of a batch. Undefined while the institution uses no scenario, and for a batch of which nothing counts,
   * such as interest at the end of a day: then no statement was sent.
   */
  async load(query: BatchQuery, institutionId: number, batch: ScreenedBatch): Promise<ScenarioGate | undefined> {
    // The windows are asked for together with the locks, before the answer that tells whether they are needed.
    if (!batch.requests.some(movesCustomerMoney)) return undefined;
    const last = this.sets.lastOf(institutionId);
    const early = last && this.read(query, institutionId, batch, last);
    early?.catch(() => undefined);
    const inUse = await this.sets.of(query, institutionId, await batch.scenariosVersion);
    const rows = await early;
    if (!inUse) return undefined;
    // Windows of customers, or open holds, that came into use with this set are not among what was asked for.
    const isOfThisSet = last?.customerWindowsSince === inUse.customerWindowsSince && last.stops === inUse.stops;
    return new ScenarioGate(
      institutionId,
      inUse,
      rows && isOfThisSet ? rows : await this.read(query, institutionId, batch, inUse),
    );
  }

  private async read(
    query: BatchQuery,
    institutionId: number,
    batch: ScreenedBatch,
    { stops, customerWindowsSince: since }: ScenariosInUse,
  ): Promise<WindowRows & StoredWindows> {
    const [rows, customers] = await allOrFirstFailure([
      readWindows(query, institutionId, batch, stops),
      since === 0 ? Promise.resolve(undefined) : readCustomerWindows(query, institutionId, batch, since),
    ]);
    return { ...rows, customers };
  }
}

/** The scenarios of one batch. */
export class ScenarioGate {
  private readonly batch: BatchMovements;
  private setting: Omit<MovementSetting, 'accounts'> | undefined;

  constructor(
    institutionId: number,
    private readonly inUse: ScenariosInUse,
    private readonly rows: WindowRows & StoredWindows,
  ) {
    this.batch = new BatchMovements(institutionId, rows, inUse.settings);
  }

  /** The strongest live scenario that stops the request; undefined for none. */
  stopOf(request: PostingRequest, { postingId, accounts, now }: GateContext): ScenarioStop | undefined {
    if (!this.inUse.stops) return undefined;
    const movements = movementsOfRequest(request, postingId, { accounts, ...this.settingAt(now) }, 'held');
    const stops = this.batch.sourcesOf(movements).flatMap((source) => {
      const { verdicts, groups } = judge(this.inUse.live.lock, source);
      return [...verdicts, ...groups]
        .filter(({ action }) => STOPPING_ACTIONS.includes(action))
        .map((verdict) => this.stopFrom(verdict, source.movement));
    });
    const [worst] = stops.sort((a, b) => rank(b.action) - rank(a.action));
    if (!worst) return undefined;
    const freezes = stops.filter(({ action }) => action === 'hold-and-freeze').map(({ accountId }) => accountId);
    return { ...worst, freezes: [...new Set(freezes)] };
  }

  /** The undecided holds by scenarios, which repeats join. */
  get openHolds(): OpenHolds {
    return this.rows.openHolds;
  }

  /** Keeps the facts of a request that AML holds, whatever held it. */
  held(request: PostingRequest, { postingId, accounts, now }: GateContext): void {
    this.batch.hold(movementsOfRequest(request, postingId, { accounts, ...this.settingAt(now) }, 'held'));
  }

  /** Counts a posting in the windows of its accounts. */
  watch({ request, postingId, accounts, now, isReleased }: WatchedPosting): void {
    const movements = movementsOfPosting(request, postingId, { accounts, ...this.settingAt(now) }, 'posted');
    this.batch.post(isReleased ? movements.map((movement) => ({ ...movement, isReleased: true as const })) : movements);
  }

  statements(): GateStatement[] {
    return this.batch.statements();
  }

  private settingAt(now: Date): Omit<MovementSetting, 'accounts'> {
    if (this.setting) return this.setting;
    const utcOffsetMinutes = offsetMinutes(now, this.inUse.timeZone);
    const { rows } = this;
    this.setting = { owners: rows.ownersAt(now, utcOffsetMinutes), tills: rows.tills, now, utcOffsetMinutes };
    return this.setting;
  }

  private stopFrom(verdict: ScenarioVerdict | GroupVerdict, { account, direction }: ScenarioMovement): ScenarioStop {
    const code = 'group' in verdict ? `group:${verdict.group}` : verdict.scenario;
    return {
      id: this.inUse.ids.get(code) ?? 0,
      code,
      version: 'group' in verdict ? 0 : verdict.version,
      publicName: verdict.publicName,
      action: verdict.action,
      accountId: account.id,
      direction,
      freezes: [],
    };
  }
}

/** True where a leg counts in windows: what the institution books by itself does not. */
function movesCustomerMoney(request: PostingRequest): boolean {
  return request.nature.type !== 'reversal' && allLegs(request).some(isCounted);
}

function rank(action: ScenarioAction): number {
  return SCENARIO_ACTIONS.indexOf(action);
}
