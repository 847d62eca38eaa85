import type { MovementChannel, MovementDirection } from './scenario-movement';

/** Version of the format of scenarios. A program reads its own version and the ones before. */
export const SCENARIO_SCHEMA = 1;

/**
 * What happens when a scenario fires, mildest first. `score` only counts in groups. `alert` tells the desk. `freeze` is
 * the strongest thing that a scenario behind may do: the movement is posted, the account is frozen. The others stop the
 * movement and are for scenarios under the lock only.
 */
export const SCENARIO_ACTIONS = ['score', 'alert', 'freeze', 'require-approval', 'hold', 'hold-and-freeze'] as const;
export type ScenarioAction = (typeof SCENARIO_ACTIONS)[number];

/** Actions that stop the movement. */
export const STOPPING_ACTIONS: readonly ScenarioAction[] = ['require-approval', 'hold', 'hold-and-freeze'];

/** `lock`: decided with the movement, under the account's lock. `behind`: decided seconds later, from events. */
export const SCENARIO_SPEEDS = ['lock', 'behind'] as const;
export type ScenarioSpeed = (typeof SCENARIO_SPEEDS)[number];

export const PARAMETER_TYPES = ['kobo', 'int', 'string', 'strings'] as const;
export type ParameterType = (typeof PARAMETER_TYPES)[number];

/** A figure that staff tune without touching a condition; conditions read it as `parameter.<name>`. */
export interface ScenarioParameter {
  type: ParameterType;
  title: string;
  /** A whole number for `kobo` and `int`, a text, or at most 200 texts. */
  value: number | string | string[];
  /** Bounds of a number, both included. */
  minimum?: number;
  maximum?: number;
}

/** One condition in CEL, with what it adds to the score and how it is told to staff. */
export interface ScenarioCondition {
  name: string;
  /** CEL over facts and parameters; its type is bool. */
  when: string;
  /** Points that the condition adds when it is met, 0 to 100. */
  points: number;
  /** True (the default) when the scenario cannot fire without it. */
  required?: boolean;
  /** A sentence; `{window.inflowKobo24h}` and `{parameter.minimumKobo}` are replaced with their values. */
  words: string;
}

/** Movements that a scenario looks at; what is absent fits every movement. */
export interface ScenarioScope {
  directions?: MovementDirection[];
  channels?: MovementChannel[];
  endpoints?: string[];
  minimumKobo?: number;
}

/**
 * A scenario as data: plain JSON that staff author, a version stores and `compileScenario` turns into functions
 * (docs/domain/scenarios.md#format).
 */
export interface ScenarioDefinition {
  schema: typeof SCENARIO_SCHEMA;
  /** Lasting name, such as `pass-through`. */
  code: string;
  /** The only name that clients and customers may see. */
  publicName: string;
  title: string;
  description: string;
  speed: ScenarioSpeed;
  appliesTo: ScenarioScope;
  parameters: Record<string, ScenarioParameter>;
  conditions: ScenarioCondition[];
  /** The scenario fires when every required condition is met and the points reach this figure, 1 to 100. */
  firesAt: number;
  action: ScenarioAction;
}

/** Scenarios whose scores count together. */
export interface ScenarioGroupDefinition {
  schema: typeof SCENARIO_SCHEMA;
  code: string;
  publicName: string;
  title: string;
  /** A member adds its score times its weight, in percent. */
  members: { scenario: string; weightPercent: number }[];
  /** Group score from which an alert is raised. */
  alertAt: number;
  /** Group score of the members under the lock from which a movement is held; absent for a group that never holds. */
  holdAt?: number;
}

/** One reason why a scenario is refused. */
export interface ScenarioIssue {
  /** Place in the JSON, such as `conditions[1].when`. */
  path: string;
  /** Offsets of the text that is meant, inside the expression at `path`. */
  start?: number;
  end?: number;
  reason: string;
}

/** A scenario that cannot be used, with every reason found. */
export class ScenarioRefusal extends Error {
  constructor(readonly issues: ScenarioIssue[]) {
    super(
      issues.map(({ path, start, reason }) => `${path}${start === undefined ? '' : `:${start}`}: ${reason}`).join('\n'),
    );
  }
}
