import type { MovementRequest } from '../ledger/engine/posting-request';
import type { AccountMovement, GateContext } from '../ledger/movements/movement-gates';
import { holdReason, scenarioReason } from './hold-reason';
import { freezesOf, type RuleMatch } from './match-rule';
import type { OpenHolds } from './open-holds';
import type { ScenarioGate } from './scenario-desk/scenario-gate';

/** The rule, or the scenario with its public name, that holds a movement. */
export interface HoldMatch {
  /** Id of the rule, of the scenario's version or of the group of scenarios. */
  ruleId: number;
  /** The name that outsiders see. */
  ruleName: string;
  thresholdKobo: bigint;
  /** Null for a rule. */
  scenarioCode: string | null;
  scenarioVersion: number | null;
  /** The undecided hold that this one repeats; null for none. */
  repeatOfId: number | null;
  reason: string;
  movement: AccountMovement;
  freezeAccountIds: number[];
  /** Accounts that the hold would freeze, and that are frozen already. */
  frozenAccountIds: number[];
}

/** @param openHolds undecided holds by rules, which repeats join; undefined where each is decided by itself. */
export function matchOfRule(match: RuleMatch, actor: string, openHolds: OpenHolds | undefined): HoldMatch {
  const { rule, movement, freezeAccountIds, frozenAccountIds } = match;
  const source = { actor, accountNumber: movement.account.number, scenarioCode: null, ruleId: rule.id };
  return {
    ruleId: rule.id,
    ruleName: rule.name,
    thresholdKobo: rule.thresholdKobo,
    scenarioCode: null,
    scenarioVersion: null,
    repeatOfId: openHolds?.repeatedBy(source) ?? null,
    reason: holdReason(match),
    movement,
    freezeAccountIds,
    frozenAccountIds,
  };
}

/** The scenario that stops a request which no rule stops; undefined for none. */
export function scenarioMatch(
  scenarios: ScenarioGate | undefined,
  request: MovementRequest,
  movements: AccountMovement[],
  context: GateContext,
): HoldMatch | undefined {
  const stop = scenarios?.stopOf(request, context);
  const movement =
    stop && movements.find(({ account, direction }) => account.id === stop.accountId && direction === stop.direction);
  if (!stop || !movement) return undefined;
  const { actor } = request.source;
  const source = { actor, accountNumber: movement.account.number, scenarioCode: stop.code, ruleId: stop.id };
  return {
    ruleId: stop.id,
    ruleName: stop.publicName,
    thresholdKobo: 0n,
    scenarioCode: stop.code,
    scenarioVersion: stop.version,
    repeatOfId: scenarios!.openHolds.repeatedBy(source) ?? null,
    reason: scenarioReason(stop.publicName, movement),
    movement,
    ...freezesOf(movements.filter(({ account }) => stop.freezes.includes(account.id))),
  };
}
