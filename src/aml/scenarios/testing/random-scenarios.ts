import type { FactValue } from '../fact-values';
import { factNamed, FACTS } from '../facts';
import type { ScenarioCondition, ScenarioDefinition, ScenarioParameter } from '../scenario';

/** Numbers from 0 up to but not 1. */
export type Random = () => number;

/** Values that facts took, by name. */
export type SeenValues = ReadonlyMap<string, readonly FactValue[]>;

export const oneOf = <Item>(random: Random, items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)]!;

/** Facts under the lock only, or all of them. */
const factsFor = (speed: 'lock' | 'behind', seen: SeenValues): string[] =>
  FACTS.filter(({ name, group }) => seen.has(name) && (speed === 'behind' || group !== 'behind')).map(
    ({ name }) => name,
  );

/** A threshold that the fact took, or one beside it. */
function near(random: Random, value: FactValue): number {
  const step = random() < 0.2 ? 1 : 0;
  return Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, Number(value) + step));
}

function comparison(random: Random, fact: string, values: readonly FactValue[]): { when: string; value?: number } {
  const { type } = factNamed(fact)!;
  if (type === 'bool') return { when: random() < 0.5 ? fact : `!${fact}` };
  if (type === 'string')
    return { when: `${fact} ${oneOf(random, ['==', '!='])} ${JSON.stringify(oneOf(random, values))}` };
  const value = near(random, oneOf(random, values));
  return { when: `${fact} ${oneOf(random, ['>=', '<=', '>=', '<=', '>', '<'])} parameter.least`, value };
}

function conditionOn(
  random: Random,
  fact: string,
  index: number,
  seen: SeenValues,
): { condition: ScenarioCondition; parameter?: [string, ScenarioParameter] } {
  const { when, value } = comparison(random, fact, seen.get(fact)!);
  const name = `least${index}`;
  const compared = when.replace('parameter.least', `parameter.${name}`);
  const type = factNamed(fact)!.type === 'kobo' ? ('kobo' as const) : ('int' as const);
  return {
    condition: {
      name: `condition-${index}`,
      when: random() < 0.3 ? `has(${fact}) && ${compared}` : compared,
      points: 20 + Math.floor(random() * 60),
      required: random() < 0.4,
      words: `It was {${fact}}.`,
    },
    ...(value === undefined ? {} : { parameter: [name, { type, title: 'Least', value }] }),
  };
}

/**
 * A scenario over one to three facts, with thresholds at values that they took, so that about half of the movements
 * meet each condition.
 * @param first the fact of the first condition; by default any
 */
export function randomScenario(
  random: Random,
  seen: SeenValues,
  { code = 'random', speed, first }: { code?: string; speed: 'lock' | 'behind'; first?: string | undefined },
): ScenarioDefinition {
  const facts = factsFor(speed, seen);
  const chosen = [first ?? oneOf(random, facts), oneOf(random, facts), oneOf(random, facts)].slice(
    0,
    oneOf(random, [1, 1, 1, 2, 3]),
  );
  const parts = chosen.map((fact, index) => conditionOn(random, fact, index, seen));
  const conditions = parts.map(({ condition }) => condition);
  const total = conditions.reduce((sum, { points }) => sum + points, 0);
  return {
    schema: 1,
    code,
    publicName: 'Review of the account',
    title: 'Random',
    description: 'Random conditions.',
    speed,
    appliesTo: oneOf(random, [{}, {}, {}, {}, {}, { directions: ['outflow'] }, { minimumKobo: 50_000_00 }]),
    parameters: Object.fromEntries(parts.flatMap(({ parameter }) => (parameter ? [parameter] : []))),
    conditions,
    firesAt: Math.min(100, oneOf(random, [total, Math.floor(total / 2), Math.floor(total / 3)])),
    action: speed === 'behind' ? 'alert' : oneOf(random, ['alert', 'hold'] as const),
  };
}
