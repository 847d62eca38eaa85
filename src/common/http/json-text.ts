/// <reference lib="es2024.string" />

import { isReadExactly } from './exact-number';
import { findPath, type JsonRules, type PathStep, scanJson } from './json-scan';
import { JsonTextError } from './json-text-error';

/** Rules of a body without declared fields: any JSON of moderate size, all of which is read. */
const ANY_JSON: JsonRules = { valuesMax: 10_000, keysMax: 10_000, depthMax: 64, isRead: () => true };

/** Steps of a path that an error shows. */
const PATH_MAX_STEPS = 64;

/** Keys that reach an object's prototype when a careless copy assigns them. */
const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Keys that an error may show; any other text of a caller is not repeated. */
const SHOWABLE_KEY = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/** A fault of a body: its message, such as `is too large a number`, and the path of the field. */
interface JsonViolation {
  message: string;
  path: PathStep[];
}

/**
 * Parses a request body as JSON that has only one reading.
 *
 * Beyond `JSON.parse` it refuses: more values, keys of an object or levels than the rules allow, the same key twice in
 * one object (`"a"` and `"\u0061"` are the same), the keys `__proto__`, `constructor` and `prototype`, text with half a
 * surrogate pair or U+0000 (PostgreSQL stores neither), and numbers that a double does not hold as they are written.
 *
 * @throws JsonTextError
 */
export function parseJsonStrictly(text: string, rules: JsonRules = ANY_JSON): unknown {
  const { keys, hasUnusualNumber } = scanJson(text, rules);
  const value = parse(text);
  // Half a surrogate pair or U+0000 can only come from an escape or a malformed text, so most bodies need no such
  // check.
  const walk = new ValueWalk(text.includes('\\u') || !text.isWellFormed());
  const violation = walk.violationIn(value);
  if (violation !== undefined) throw errorFor(violation);
  // The parser keeps one of two equal keys, so a text with a repeated key has more keys than the value.
  if (keys !== walk.keyCount) {
    const path = findPath(text, { isRepeatedKey: () => true }) ?? [];
    throw errorFor({ message: 'appears twice in one object', path });
  }
  if (hasUnusualNumber) assertExactNumbers(text, rules);
  return value;
}

/** Refuses a number whose value changes when it is read: an amount with more digits than a double keeps. */
function assertExactNumbers(text: string, rules: JsonRules): void {
  const path = findPath(text, { isNumber: (literal, place) => !isReadExactly(literal) && rules.isRead(place()) });
  if (path !== undefined) throw errorFor({ message: 'has more digits than can be read exactly', path });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message quotes the body, which may hold secrets and ends up in logs.
    throw new JsonTextError('is not valid JSON');
  }
}

/** Checks every value once and counts the keys on the way. */
class ValueWalk {
  keyCount = 0;

  constructor(private readonly checksCharacters: boolean) {}

  /** The first violation in a value, or `undefined`. The scan has bounded its levels. */
  violationIn(value: unknown): JsonViolation | undefined {
    if (typeof value === 'string') return this.characterViolation(value);
    if (typeof value === 'number') {
      return Number.isFinite(value) ? undefined : { message: 'is too large a number', path: [] };
    }
    if (typeof value !== 'object' || value === null) return undefined;
    return Array.isArray(value)
      ? this.violationInArray(value)
      : this.violationInObject(value as Record<string, unknown>);
  }

  private violationInArray(array: unknown[]): JsonViolation | undefined {
    for (let index = 0; index < array.length; index++) {
      const violation = this.violationIn(array[index]);
      if (violation !== undefined) return within(index, violation);
    }
    return undefined;
  }

  private violationInObject(object: Record<string, unknown>): JsonViolation | undefined {
    const keys = Object.keys(object);
    this.keyCount += keys.length;
    for (const key of keys) {
      const violation = this.keyViolation(key) ?? this.violationIn(object[key]);
      if (violation !== undefined) return within(key, violation);
    }
    return undefined;
  }

  private keyViolation(key: string): JsonViolation | undefined {
    return FORBIDDEN_KEYS.has(key) ? { message: 'is not allowed as a key', path: [] } : this.characterViolation(key);
  }

  private characterViolation(text: string): JsonViolation | undefined {
    if (!this.checksCharacters || (text.isWellFormed() && !text.includes('\0'))) return undefined;
    return { message: 'has a character that cannot be stored', path: [] };
  }
}

function within(step: PathStep, violation: JsonViolation): JsonViolation {
  violation.path.unshift(step);
  return violation;
}

function errorFor({ message, path }: JsonViolation): JsonTextError {
  let text = '';
  for (const step of path.slice(0, PATH_MAX_STEPS)) {
    if (typeof step === 'number') text += `[${step}]`;
    else text += `${text === '' ? '' : '.'}${SHOWABLE_KEY.test(step) ? step : '?'}`;
  }
  return new JsonTextError(message, text === '' ? undefined : text);
}
