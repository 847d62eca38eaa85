import {
  PARAMETER_TYPES,
  SCENARIO_ACTIONS,
  SCENARIO_SCHEMA,
  SCENARIO_SPEEDS,
  type ScenarioDefinition,
  type ScenarioGroupDefinition,
  type ScenarioIssue,
  STOPPING_ACTIONS,
} from './scenario';
import { MOVEMENT_CHANNELS } from './scenario-movement';

/** Bounds of one scenario. */
export const SCENARIO_LIMITS = { conditions: 12, parameters: 30, texts: 200, textLength: 60, members: 50 } as const;

const CODE = /^[a-z][a-z0-9-]{1,39}$/;
const FIELD = /^[a-z][A-Za-z0-9]{0,39}$/;
const MOST_POINTS = 100;

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Collects what is wrong with a JSON document, each with its place. */
class Check {
  readonly issues: ScenarioIssue[] = [];

  refuse(path: string, reason: string): void {
    this.issues.push({ path, reason });
  }

  fields(path: string, value: unknown, known: readonly string[]): Fields {
    if (!isFields(value)) {
      this.refuse(path, 'must be an object.');
      return {};
    }
    const prefix = path === '' ? '' : `${path}.`;
    for (const key of Object.keys(value))
      if (!known.includes(key)) this.refuse(`${prefix}${key}`, `is no field; known are ${known.join(', ')}.`);
    return value;
  }

  text(path: string, value: unknown, most: number): void {
    if (typeof value !== 'string' || value.trim() === '' || value.length > most)
      this.refuse(path, `must be a text of 1 to ${most} characters.`);
  }

  code(path: string, value: unknown): void {
    if (typeof value !== 'string' || !CODE.test(value))
      this.refuse(path, 'must be 2 to 40 small letters, digits and hyphens, beginning with a letter.');
  }

  whole(path: string, value: unknown, least: number, most: number): void {
    if (!Number.isSafeInteger(value) || (value as number) < least || (value as number) > most)
      this.refuse(path, `must be a whole number from ${least} to ${most}.`);
  }

  oneOf(path: string, value: unknown, values: readonly unknown[]): void {
    if (!values.includes(value)) this.refuse(path, `must be one of ${values.join(', ')}.`);
  }

  list(path: string, value: unknown, least: number, most: number): unknown[] {
    if (Array.isArray(value) && value.length >= least && value.length <= most) return value;
    this.refuse(path, `must be a list of ${least} to ${most} items.`);
    return [];
  }
}

/**
 * Everything that is wrong with the shape of a scenario; conditions are compiled apart (`compileScenario`). An empty
 * list means that the value is a `ScenarioDefinition`.
 */
export function scenarioIssues(value: unknown): ScenarioIssue[] {
  const check = new Check();
  const scenario = check.fields('', value, [
    ...['schema', 'code', 'publicName', 'title', 'description', 'speed', 'appliesTo', 'parameters', 'conditions'],
    ...['firesAt', 'action'],
  ]);
  if (scenario['schema'] !== SCENARIO_SCHEMA) check.refuse('schema', `must be ${SCENARIO_SCHEMA}.`);
  check.code('code', scenario['code']);
  check.text('publicName', scenario['publicName'], 100);
  check.text('title', scenario['title'], 150);
  check.text('description', scenario['description'], 1_000);
  check.oneOf('speed', scenario['speed'], SCENARIO_SPEEDS);
  check.whole('firesAt', scenario['firesAt'], 1, MOST_POINTS);
  check.oneOf('action', scenario['action'], SCENARIO_ACTIONS);
  collectInScope(check, scenario['appliesTo']);
  collectInParameters(check, scenario['parameters']);
  check
    .list('conditions', scenario['conditions'], 1, SCENARIO_LIMITS.conditions)
    .forEach((condition, index) => collectInCondition(check, `conditions[${index}]`, condition));
  if (check.issues.length === 0) collectInWhole(check, value as ScenarioDefinition);
  return check.issues;
}

function collectInWhole(check: Check, { speed, action, conditions, firesAt }: ScenarioDefinition): void {
  if (speed === 'behind' && STOPPING_ACTIONS.includes(action))
    check.refuse('action', `A scenario that runs behind cannot ${action}: the movement is posted already.`);
  if (speed === 'lock' && action === 'freeze')
    check.refuse('action', 'A scenario under the lock freezes with hold-and-freeze.');
  const total = conditions.reduce((sum, { points }) => sum + points, 0);
  if (total < firesAt) check.refuse('firesAt', `cannot be reached: all conditions together add ${total} points.`);
  const names = conditions.map(({ name }) => name);
  names.forEach((name, index) => {
    if (names.indexOf(name) !== index) check.refuse(`conditions[${index}].name`, `is used twice: ${name}.`);
  });
}

function collectInScope(check: Check, value: unknown): void {
  const scope = check.fields('appliesTo', value, ['directions', 'channels', 'endpoints', 'minimumKobo']);
  const each = (field: string, values?: readonly string[]): void => {
    if (scope[field] === undefined) return;
    check.list(`appliesTo.${field}`, scope[field], 1, 30).forEach((item, index) => {
      if (values) check.oneOf(`appliesTo.${field}[${index}]`, item, values);
      else check.code(`appliesTo.${field}[${index}]`, item);
    });
  };
  each('directions', ['inflow', 'outflow']);
  each('channels', MOVEMENT_CHANNELS);
  each('endpoints');
  if (scope['minimumKobo'] !== undefined)
    check.whole('appliesTo.minimumKobo', scope['minimumKobo'], 0, Number.MAX_SAFE_INTEGER);
}

function collectInParameters(check: Check, value: unknown): void {
  if (!isFields(value)) return check.refuse('parameters', 'must be an object, empty where there are none.');
  const entries = Object.entries(value);
  if (entries.length > SCENARIO_LIMITS.parameters)
    check.refuse('parameters', `must be at most ${SCENARIO_LIMITS.parameters}.`);
  for (const [name, given] of entries) {
    const path = `parameters.${name}`;
    if (!FIELD.test(name)) check.refuse(path, 'must be named with letters and digits, beginning with a small letter.');
    const parameter = check.fields(path, given, ['type', 'title', 'value', 'minimum', 'maximum']);
    check.oneOf(`${path}.type`, parameter['type'], PARAMETER_TYPES);
    check.text(`${path}.title`, parameter['title'], 150);
    collectInValue(check, path, parameter);
  }
}

function collectInValue(check: Check, path: string, { type, value, minimum, maximum }: Fields): void {
  if (type === 'string') return check.text(`${path}.value`, value, SCENARIO_LIMITS.textLength);
  if (type === 'strings') {
    check
      .list(`${path}.value`, value, 1, SCENARIO_LIMITS.texts)
      .forEach((item, index) => check.text(`${path}.value[${index}]`, item, SCENARIO_LIMITS.textLength));
    return;
  }
  const most = Number.MAX_SAFE_INTEGER;
  if (minimum !== undefined) check.whole(`${path}.minimum`, minimum, 0, most);
  if (maximum !== undefined) check.whole(`${path}.maximum`, maximum, 0, most);
  const least = typeof minimum === 'number' ? minimum : 0;
  check.whole(`${path}.value`, value, least, typeof maximum === 'number' ? maximum : most);
}

function collectInCondition(check: Check, path: string, value: unknown): void {
  const condition = check.fields(path, value, ['name', 'when', 'points', 'required', 'words']);
  check.code(`${path}.name`, condition['name']);
  check.text(`${path}.when`, condition['when'], 1_000);
  check.whole(`${path}.points`, condition['points'], 0, MOST_POINTS);
  check.text(`${path}.words`, condition['words'], 300);
  if (condition['required'] !== undefined && typeof condition['required'] !== 'boolean')
    check.refuse(`${path}.required`, 'must be true or false.');
}

/**
 * Everything that is wrong with a group of scenarios.
 * @param scenarios codes of the scenarios that exist
 */
export function groupIssues(value: unknown, scenarios: readonly string[]): ScenarioIssue[] {
  const check = new Check();
  const group = check.fields('', value, ['schema', 'code', 'publicName', 'title', 'members', 'alertAt', 'holdAt']);
  if (group['schema'] !== SCENARIO_SCHEMA) check.refuse('schema', `must be ${SCENARIO_SCHEMA}.`);
  check.code('code', group['code']);
  check.text('publicName', group['publicName'], 100);
  check.text('title', group['title'], 150);
  check.list('members', group['members'], 1, SCENARIO_LIMITS.members).forEach((item, index) => {
    const path = `members[${index}]`;
    const member = check.fields(path, item, ['scenario', 'weightPercent']);
    if (!scenarios.includes(member['scenario'] as string))
      check.refuse(`${path}.scenario`, `names no scenario: ${String(member['scenario'])}.`);
    check.whole(`${path}.weightPercent`, member['weightPercent'], 1, 1_000);
  });
  check.whole('alertAt', group['alertAt'], 1, 10_000);
  if (group['holdAt'] !== undefined) check.whole('holdAt', group['holdAt'], 1, 10_000);
  if (check.issues.length === 0) {
    const { alertAt, holdAt, members } = value as ScenarioGroupDefinition;
    if (holdAt !== undefined && holdAt < alertAt) check.refuse('holdAt', 'must not be below alertAt.');
    collectReachIssues(check, members, { alertAt, holdAt });
  }
  return check.issues;
}

/** A group that never raises anything would look like a control: each member adds once, at most its weight. */
function collectReachIssues(
  check: Check,
  members: ScenarioGroupDefinition['members'],
  points: Record<'alertAt' | 'holdAt', number | undefined>,
): void {
  members.forEach(({ scenario }, index) => {
    if (members.findIndex((member) => member.scenario === scenario) < index)
      check.refuse(`members[${index}].scenario`, `is a member twice: ${scenario}.`);
  });
  const reach = members.reduce((sum, { weightPercent }) => sum + weightPercent, 0);
  for (const [name, value] of Object.entries(points))
    if (value !== undefined && value > reach)
      check.refuse(name, `is above ${reach}, the most points that all members together reach.`);
}
