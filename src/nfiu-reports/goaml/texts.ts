import type { GoamlNode, GoamlValue } from './fields';
import { xmlText } from './write-report';

/** Trimmed text of at most so many characters; undefined where there is none. */
export function cut(text: string | null | undefined, max: number): string | undefined {
  const trimmed = xmlText(text ?? '').trim();
  return trimmed === '' ? undefined : [...trimmed].slice(0, max).join('');
}

/** The node without keys that have no value. */
export function withoutBlanks(node: Record<string, GoamlValue>): GoamlNode {
  return Object.fromEntries(Object.entries(node).filter(([, value]) => value !== undefined));
}

/** Midnight of a date, as the layout wants a time with every date. */
export function dayTime(date: string | null): string | undefined {
  return date === null ? undefined : `${date.slice(0, 10)}T00:00:00`;
}
