import { formatNaira } from '../../common/money/naira';
import type { FactValues } from './fact-types';
import type { FactType, FactValue } from './fact-values';
import { factNamed, factSlotOf } from './facts';
import type { ScenarioIssue, ScenarioParameter } from './scenario';

const PLACEHOLDER = /\{([A-Za-z]+)\.([A-Za-z0-9]+)\}/g;

type Parameters = Readonly<Record<string, ScenarioParameter>>;

/** A value as staff read it. */
export function valueInWords(value: FactValue | string[] | undefined, type: FactType | 'strings'): string {
  if (value === undefined) return 'unknown';
  if (type === 'kobo') return formatNaira(BigInt(value as number | bigint));
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value);
}

/** Placeholders that name neither a fact nor a parameter. */
export function wordsIssues(words: string, parameters: Parameters, path: string): ScenarioIssue[] {
  return [...words.matchAll(PLACEHOLDER)]
    .filter(([, group, field]) =>
      group === 'parameter' ? !Object.hasOwn(parameters, field!) : factSlotOf(`${group}.${field}`) === undefined,
    )
    .map((match) => ({
      path,
      start: match.index,
      end: match.index + match[0].length,
      reason: `${match[0]} names no fact and no parameter.`,
    }));
}

/** The facts that a sentence shows. */
export function slotsInWords(words: string): number[] {
  return [...words.matchAll(PLACEHOLDER)]
    .map(([, group, field]) => factSlotOf(`${group}.${field}`))
    .filter((slot) => slot !== undefined);
}

/** The sentence with the values of facts and parameters. */
export function fillWords(words: string, parameters: Parameters, facts: FactValues): string {
  return words.replace(PLACEHOLDER, (_match, group: string, field: string) => {
    if (group === 'parameter') {
      const { type, value } = parameters[field]!;
      return valueInWords(value, type);
    }
    const name = `${group}.${field}`;
    return valueInWords(facts[factSlotOf(name)!], factNamed(name)!.type);
  });
}
