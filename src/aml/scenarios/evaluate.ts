import type { CompiledScenario } from './compile-scenario';
import { fillWords } from './condition-words';
import type { FactSource } from './fact-types';
import { FactReader, FACTS } from './facts';
import { SCENARIO_ACTIONS, type ScenarioAction, type ScenarioGroupDefinition, type ScenarioSpeed } from './scenario';
import type { MovementChannel, MovementDirection, ScenarioMovement } from './scenario-movement';

/** The part of one condition in the score of a verdict. */
export interface Contribution {
  condition: string;
  met: boolean;
  points: number;
  /** The condition's sentence with the values that were seen. */
  words: string;
}

/** A scenario that fired. It is kept with the movement: version, values seen, and the part of each condition. */
export interface ScenarioVerdict {
  scenario: string;
  version: number;
  publicName: string;
  action: ScenarioAction;
  /** Points of the conditions that are met, 100 at most. */
  score: number;
  contributions: Contribution[];
  /** The facts that the scenario read, by name; a number beyond the safe integers as text. */
  values: Record<string, number | boolean | string>;
}

/** A scenario that could not be evaluated, because the movement does not carry these facts. */
export interface NotEvaluated {
  scenario: string;
  version: number;
  missingFacts: string[];
}

/** A group whose score reached its threshold. */
export interface GroupVerdict {
  group: string;
  publicName: string;
  action: 'alert' | 'hold';
  score: number;
  /** Scenarios that added to it, with what they added. */
  parts: { scenario: string; version: number; score: number; adds: number }[];
}

/** Everything that a set of scenarios says about one movement. */
export interface Evaluation {
  verdicts: ScenarioVerdict[];
  notEvaluated: NotEvaluated[];
  groups: GroupVerdict[];
  /** The strongest action of verdicts and groups; undefined when nothing fired. */
  action?: ScenarioAction;
}

/** Compiled scenarios of one speed with their groups. It holds no state of movements and may be shared. */
export interface ScenarioSet {
  speed: ScenarioSpeed;
  scenarios: readonly CompiledScenario[];
  groups: readonly ScenarioGroupDefinition[];
  /** The scenarios for a direction, channel and endpoint, found once and kept. */
  candidates: Map<string, readonly CompiledScenario[]>;
  /** Facts of the movement that is judged; used again for the next one, since judging never waits. */
  reader: FactReader;
}

const NOTHING: Evaluation = Object.freeze({ verdicts: [], notEvaluated: [], groups: [] });

/** Puts the compiled scenarios of one speed together. Those of the other speed are left out. */
export function scenarioSet(
  scenarios: readonly CompiledScenario[],
  groups: readonly ScenarioGroupDefinition[],
  speed: ScenarioSpeed,
): ScenarioSet {
  return {
    speed,
    scenarios: scenarios.filter(({ definition }) => definition.speed === speed),
    groups,
    candidates: new Map(),
    reader: new FactReader(),
  };
}

/** The scenarios that look at such movements, by what they all state: direction, channel and endpoint. */
function candidatesFor(set: ScenarioSet, movement: ScenarioMovement): readonly CompiledScenario[] {
  const { direction, channel, endpoint } = movement;
  const key = `${direction} ${channel} ${endpoint}`;
  const known = set.candidates.get(key);
  if (known) return known;
  const found = set.scenarios.filter(({ definition }) => looksAt(definition.appliesTo, direction, channel, endpoint));
  set.candidates.set(key, found);
  return found;
}

function looksAt(
  { directions, channels, endpoints }: CompiledScenario['definition']['appliesTo'],
  direction: MovementDirection,
  channel: MovementChannel,
  endpoint: string,
): boolean {
  return (
    (!directions || directions.includes(direction)) &&
    (!channels || channels.includes(channel)) &&
    (!endpoints || endpoints.includes(endpoint))
  );
}

/**
 * Judges one movement: live, shadow and backtest all call this. A fact is read when the first condition asks for it, so
 * most scenarios cost one or two facts.
 */
export function judge(set: ScenarioSet, source: FactSource): Evaluation {
  const { movement } = source;
  const { reader } = set;
  let verdicts: ScenarioVerdict[] | undefined;
  let notEvaluated: NotEvaluated[] | undefined;
  reader.begin(source);
  for (const scenario of candidatesFor(set, movement)) {
    const { minimumKobo } = scenario.definition.appliesTo;
    if (minimumKobo !== undefined && movement.amountKobo < minimumKobo) continue;
    const outcome = outcomeOf(scenario, reader);
    if (outcome === 'fires') (verdicts ??= []).push(verdictOf(scenario, reader));
    else if (outcome !== 'quiet') (notEvaluated ??= []).push(notEvaluatedFor(scenario, outcome));
  }
  reader.end();
  if (!verdicts) return notEvaluated ? { verdicts: [], notEvaluated, groups: [] } : NOTHING;
  const byLock = set.speed === 'lock' ? verdicts : [];
  const groups = groupVerdicts(set.groups, byLock, set.speed === 'lock' ? [] : verdicts);
  const action = strongest([...verdicts, ...groups].map((verdict) => verdict.action));
  return { verdicts, notEvaluated: notEvaluated ?? [], groups, ...(action ? { action } : {}) };
}

function notEvaluatedFor({ definition, version }: CompiledScenario, missing: number[]): NotEvaluated {
  return { scenario: definition.code, version, missingFacts: missing.map((slot) => FACTS[slot]!.name) };
}

/**
 * Required conditions come first. One that is not met ends the work, whatever later ones lack; a missing fact that
 * is reached makes the scenario not evaluated.
 * @returns the slots that are missing, where some are
 */
function outcomeOf({ conditions, definition }: CompiledScenario, reader: FactReader): 'fires' | 'quiet' | number[] {
  let points = 0;
  for (const { run, condition, requires, optional } of conditions) {
    for (const slot of requires)
      if (reader.fact(slot) === undefined) return requires.filter((other) => reader.fact(other) === undefined);
    for (const slot of optional) reader.fact(slot);
    if (run(reader.values)) points += condition.points;
    else if (condition.required !== false) return 'quiet';
  }
  return points >= definition.firesAt ? 'fires' : 'quiet';
}

function verdictOf(scenario: CompiledScenario, reader: FactReader): ScenarioVerdict {
  const { definition, version, conditions, reads } = scenario;
  const values: ScenarioVerdict['values'] = {};
  for (const slot of reads) {
    const value = reader.fact(slot);
    // A verdict is stored as JSON, which has no bigint.
    if (value !== undefined) values[FACTS[slot]!.name] = typeof value === 'bigint' ? value.toString() : value;
  }
  const contributions = conditions.map(({ run, condition }): Contribution => {
    const met = run(reader.values);
    const words = fillWords(condition.words, definition.parameters, reader.values);
    return { condition: condition.name, met, points: met ? condition.points : 0, words };
  });
  const score = Math.min(
    100,
    contributions.reduce((sum, { points }) => sum + points, 0),
  );
  const { code, publicName, action } = definition;
  return { scenario: code, version, publicName, action, score, contributions, values };
}

/**
 * The groups that a movement reaches with the scenarios of both speeds that fired on it. All of them count for an
 * alert; for a hold only those under the lock do, because a movement is posted before the others are judged.
 */
export function groupVerdicts(
  groups: readonly ScenarioGroupDefinition[],
  byLock: readonly ScenarioVerdict[],
  behind: readonly ScenarioVerdict[],
): GroupVerdict[] {
  return groups.flatMap((group) => {
    const locked = partsOf(group, byLock);
    const parts = [...locked, ...partsOf(group, behind)];
    const score = sumOf(parts);
    const { code, publicName, alertAt, holdAt } = group;
    if (parts.length === 0 || score < alertAt) return [];
    const action = holdAt !== undefined && sumOf(locked) >= holdAt ? 'hold' : 'alert';
    return [{ group: code, publicName, action, score, parts }];
  });
}

/** Each member that fired adds its score times its weight. */
function partsOf({ members }: ScenarioGroupDefinition, verdicts: readonly ScenarioVerdict[]): GroupVerdict['parts'] {
  return verdicts.flatMap(({ scenario, version, score }) => {
    const member = members.find((candidate) => candidate.scenario === scenario);
    return member ? [{ scenario, version, score, adds: Math.floor((score * member.weightPercent) / 100) }] : [];
  });
}

const sumOf = (parts: GroupVerdict['parts']): number => parts.reduce((sum, { adds }) => sum + adds, 0);

/** The strongest of actions; undefined for none. */
export function strongest(actions: readonly ScenarioAction[]): ScenarioAction | undefined {
  const rank = Math.max(...actions.map((action) => SCENARIO_ACTIONS.indexOf(action)));
  return SCENARIO_ACTIONS[rank];
}

/** Names of the facts that scenarios read, sorted: the facts that a backtest needs. */
export function factsRead(scenarios: readonly CompiledScenario[]): string[] {
  return [...new Set(scenarios.flatMap(({ reads }) => reads))].map((slot) => FACTS[slot]!.name).sort();
}
