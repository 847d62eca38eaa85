import { Injectable } from '@nestjs/common';
import { AlertRaiser } from '../../../cases/alerts/alert-raiser';
import { IdAllocator } from '../../../common/database/id-allocator';
import { extraRow, insertRows } from '../../../common/database/insert-rows';
import type { Tx } from '../../../common/database/unit-of-work';
import { alertKey } from '../../scenarios/alert-key';
import type { Evaluation, GroupVerdict, ScenarioVerdict } from '../../scenarios/evaluate';
import { type ScenarioAction, STOPPING_ACTIONS } from '../../scenarios/scenario';
import { AmlVerdict, type VerdictContribution } from '../aml-verdict.entity';
import type { KeptMovement } from '../packed-movement';
import { AccountFreezes } from './account-freezes';

/** Findings of the scenarios of one mode about one movement. */
export interface JudgedMovement {
  read: KeptMovement;
  mode: 'live' | 'shadow';
  evaluation: Evaluation;
}

/** A verdict of a scenario or a group, in one form. */
interface Finding {
  code: string;
  version: number;
  publicName: string;
  action: ScenarioAction;
  score: number;
  values: Record<string, unknown>;
  contributions: VerdictContribution[];
}

/** Scenarios that freeze an account whose movement is posted. */
const FREEZING: readonly ScenarioAction[] = ['freeze', 'hold-and-freeze'];

/** Keeps verdicts, and for live scenarios raises alerts and freezes accounts (docs/api/scenarios.md#verdicts). */
@Injectable()
export class ScenarioFindings {
  constructor(
    private readonly ids: IdAllocator,
    private readonly alerts: AlertRaiser,
    private readonly freezes: AccountFreezes,
  ) {}

  /** Stores what a chunk of movements met, in the transaction that moves the mark. */
  async store(tx: Tx, institutionId: number, judged: readonly JudgedMovement[]): Promise<void> {
    const freezes = new Map<number, string>();
    for (const { read, mode, evaluation } of judged)
      for (const finding of findingsOf(evaluation)) {
        await this.keep(tx, institutionId, read, mode, finding);
        if (mode === 'shadow') continue;
        await this.raise(tx, institutionId, read, finding);
        if (read.movement.outcome === 'posted' && FREEZING.includes(finding.action))
          freezes.set(read.movement.account.id, finding.publicName);
      }
    for (const [accountId, publicName] of [...freezes].sort(([a], [b]) => a - b))
      await this.freezes.freeze(tx, institutionId, accountId, `Rule "${publicName}": the account needs a review.`);
  }

  private async keep(
    tx: Tx,
    institutionId: number,
    { seq, movement }: KeptMovement,
    mode: 'live' | 'shadow',
    { publicName: _publicName, ...finding }: Finding,
  ): Promise<void> {
    const id = await this.ids.next();
    const { postingId, account, at } = movement;
    await insertRows(tx, [
      extraRow(AmlVerdict, {
        institutionId,
        id,
        seq,
        postingId,
        accountId: account.id,
        mode,
        ...finding,
        at: new Date(at),
      }),
    ]);
  }

  /** Raises one alert a week for an account and a scenario. A hold has an alert of its own. */
  private async raise(tx: Tx, institutionId: number, { movement }: KeptMovement, finding: Finding): Promise<void> {
    const { account, customer, outcome, postingId, direction, amountKobo } = movement;
    const { code, version, publicName, action, score, contributions, values } = finding;
    if (action === 'score' || (outcome === 'held' && STOPPING_ACTIONS.includes(action))) return;
    await this.alerts.raise(tx, {
      institutionId,
      subjectType: 'account',
      customerId: customer?.id ?? null,
      accountId: account.id,
      source: 'scenario',
      sourceId: code,
      sourceVersion: String(version),
      publicName,
      score,
      reasons: contributions.filter(({ met }) => met).map(({ text, points }) => ({ text, contribution: points })),
      facts: { ...values, direction, amountKobo: amountKobo.toString() },
      postingIds: [postingId],
      dedupeKey: `scenario:${alertKey(code, movement)}`,
    });
  }
}

function findingsOf({ verdicts, groups }: Evaluation): Finding[] {
  return [...verdicts.map(findingOfScenario), ...groups.map(findingOfGroup)];
}

function findingOfScenario({
  scenario,
  version,
  publicName,
  action,
  score,
  contributions,
  values,
}: ScenarioVerdict): Finding {
  return {
    code: scenario,
    version,
    publicName,
    action,
    score,
    values,
    contributions: contributions.map(({ words, met, points }) => ({ text: words, met, points })),
  };
}

function findingOfGroup({ group, publicName, action, score, parts }: GroupVerdict): Finding {
  return {
    code: `group:${group}`,
    version: 0,
    publicName,
    action,
    score: Math.min(100, score),
    values: Object.fromEntries(parts.map((part) => [part.scenario, part.score])),
    contributions: parts.map((part) => ({
      text: `Scenario ${part.scenario}, version ${part.version}, scores ${part.score}.`,
      met: true,
      points: part.adds,
    })),
  };
}
