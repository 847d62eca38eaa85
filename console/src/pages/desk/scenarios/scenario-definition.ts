import type { Fields } from '../../../form/fields';
import { count, naira } from '../../../rules/naira';
import { label } from '../../../rules/words';

/** A figure that staff tune; conditions read it by its name. */
interface Parameter {
  type: 'kobo' | 'int' | 'string' | 'strings';
  title: string;
  value: number | string | string[];
  minimum?: number;
  maximum?: number;
}

interface Condition {
  name: string;
  when: string;
  points: number;
  required?: boolean;
  words: string;
}

/** The parts of a scenario's definition that the console shows (docs/domain/scenarios.md). */
export interface Definition {
  parameters?: Record<string, Parameter>;
  conditions?: Condition[];
  appliesTo?: Record<string, unknown>;
  firesAt?: number;
  action?: string;
}

const KOBO = 100;
/** Before the names of parameters in the form, so that none is called like a field of the scenario itself. */
const PREFIX = 'parameter-';
/** Actions from the mildest on; a scenario that decides behind the movement cannot stop it. */
export const ACTIONS = ['score', 'alert', 'freeze', 'require-approval', 'hold', 'hold-and-freeze'];
const ACTIONS_BEHIND = ['score', 'alert', 'freeze'];

/** The value of a parameter in the unit of the form: kobo become Naira. */
export function shownValue({ type, value }: Parameter): number | string | string[] {
  return type === 'kobo' ? Number(value) / KOBO : value;
}

/**
 * The words of a condition, with the present figures of its parameters; a fact of the movement is named in brackets:
 * `{movement.amountKobo} left` is `[Amount] left`.
 */
export function conditionWords(words: string, parameters: Record<string, Parameter> = {}): string {
  return words.replace(/\{([\w.]+)\}/g, (_, path: string) => {
    const [, name] = /^parameter\.(\w+)$/.exec(path) ?? [];
    const parameter = name === undefined ? undefined : parameters[name];
    return parameter ? textOf(parameter) : `[${factText(path.split('.').pop()!)}]`;
  });
}

/** A fact in words: `inflowKobo24h` is `Inflow 24h`. */
function factText(name: string): string {
  return label(name.replace(/Kobo(?=\d|$)/, '').replace(/([a-z])(\d)/, '$1 $2'));
}

/** The value of a parameter in words. */
export function textOf(parameter: Parameter): string {
  const value = shownValue(parameter);
  if (parameter.type === 'kobo') return naira(Number(value));
  if (typeof value === 'number') return count(value);
  return Array.isArray(value) ? value.join(', ') : value;
}

/** The form of a scenario's figures: its parameters, the score from which it fires, and the action. */
export function figuresForm(definition: Definition, speed: string): Fields {
  const parameters = Object.entries(definition.parameters ?? {}).map(([name, parameter]) => [
    PREFIX + name,
    fieldOf(parameter),
  ]);
  return {
    ...(Object.fromEntries(parameters) as Fields),
    firesAt: { k: 'integer', r: 1, min: 1, max: 100, t: 'Fires from a score of' },
    action: { k: 'string', r: 1, o: speed === 'behind' ? ACTIONS_BEHIND : ACTIONS, t: 'Action' },
  };
}

function fieldOf({ type, title, minimum, maximum }: Parameter): Fields[string] {
  const unit = type === 'kobo' ? KOBO : 1;
  const bounds = {
    ...(minimum !== undefined && { min: minimum / unit }),
    ...(maximum !== undefined && { max: maximum / unit }),
  };
  if (type === 'strings') return { k: 'array', i: { k: 'string' }, t: title };
  const kind = { kobo: 'naira', int: 'integer', string: 'string' } as const;
  return { k: kind[type], r: 1, t: title, ...bounds };
}

/** The values of the form for a definition. */
export function figuresOf({ parameters = {}, firesAt, action }: Definition): Record<string, unknown> {
  const values = Object.entries(parameters).map(([name, parameter]) => [PREFIX + name, shownValue(parameter)]);
  return { ...(Object.fromEntries(values) as Record<string, unknown>), firesAt, action };
}

/** The definition with the values of the form; everything else of it stays. */
export function withFigures<D extends Definition>(definition: D, values: Record<string, unknown>): D {
  const parameters = Object.entries(definition.parameters ?? {}).map(([name, parameter]): [string, Parameter] => {
    const entered = values[PREFIX + name] ?? (parameter.type === 'strings' ? [] : parameter.value);
    const value = parameter.type === 'kobo' && typeof entered === 'number' ? Math.round(entered * KOBO) : entered;
    return [name, { ...parameter, value: value as Parameter['value'] }];
  });
  return {
    ...definition,
    parameters: Object.fromEntries(parameters),
    firesAt: (values.firesAt as number | undefined) ?? definition.firesAt,
    action: (values.action as string | undefined) ?? definition.action,
  };
}
