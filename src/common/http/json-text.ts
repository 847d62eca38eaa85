/// <reference lib="es2024.string" />

/** Greatest nesting of objects and arrays, the outermost included. */
const MAX_DEPTH = 64;

/** Keys that reach an object's prototype when a careless copy assigns them. */
const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Keys that an error may show; any other text of a caller is not repeated. */
const SHOWABLE_KEY = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;

/** One step into a value: the key of an object or the index of an array. */
type PathStep = string | number;

/** The reason for which a body is refused, and the path of the place, from the inside out. */
interface JsonViolation {
  message: string;
  path: PathStep[];
}

/** A body that is not acceptable JSON. The message may be shown to the caller and repeats nothing of the body. */
export class JsonTextError extends Error {
  override readonly name = 'JsonTextError';

  /**
   * @param path the place of the violation, such as `entries[3].amount`; a key that is no plain name shows as `?`.
   * Absent when the violation is in the whole body.
   */
  constructor(
    message: string,
    readonly path?: string,
  ) {
    super(message);
  }
}

/**
 * Parses a request body as JSON that has only one reading.
 *
 * Beyond `JSON.parse` it refuses: the same key twice in one object (`"a"` and `"\u0061"` are the same), the keys
 * `__proto__`, `constructor` and `prototype`, more than 64 objects and arrays inside each other, text with half a
 * surrogate pair or U+0000 (PostgreSQL stores neither), and numbers too large for a double.
 *
 * @throws JsonTextError
 */
export function parseJsonStrictly(text: string): unknown {
  const value = parse(text);
  // Half a surrogate pair or U+0000 can only come from an escape or a malformed text, so most bodies need no such
  // check.
  const walk = new ValueWalk(text.includes('\\u') || !text.isWellFormed());
  const violation = walk.violationIn(value, 1);
  if (violation !== undefined) throw errorFor(violation);
  // The parser keeps one of two equal keys, so a text with a repeated key has more keys than the value.
  if (countKeys(text) !== walk.keyCount) {
    throw errorFor({ message: 'The same key appears twice in one object.', path: repeatedKeyPath(text) });
  }
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message quotes the body, which may hold secrets and ends up in logs.
    throw new JsonTextError('The body is not valid JSON.');
  }
}

/** Checks every value once and counts the keys on the way. */
class ValueWalk {
  keyCount = 0;

  constructor(private readonly checksCharacters: boolean) {}

  /** The first violation in a value that stands inside `depth - 1` others, or `undefined`. */
  violationIn(value: unknown, depth: number): JsonViolation | undefined {
    if (typeof value === 'string') return this.characterViolation(value);
    if (typeof value === 'number') {
      return Number.isFinite(value) ? undefined : { message: 'A number is too large.', path: [] };
    }
    if (typeof value !== 'object' || value === null) return undefined;
    if (depth > MAX_DEPTH) return { message: `The body is nested deeper than ${MAX_DEPTH} levels.`, path: [] };
    return Array.isArray(value)
      ? this.violationInArray(value, depth)
      : this.violationInObject(value as Record<string, unknown>, depth);
  }

  private violationInArray(array: unknown[], depth: number): JsonViolation | undefined {
    for (let index = 0; index < array.length; index++) {
      const violation = this.violationIn(array[index], depth + 1);
      if (violation !== undefined) return within(index, violation);
    }
    return undefined;
  }

  private violationInObject(object: Record<string, unknown>, depth: number): JsonViolation | undefined {
    const keys = Object.keys(object);
    this.keyCount += keys.length;
    for (const key of keys) {
      const violation = this.keyViolation(key) ?? this.violationIn(object[key], depth + 1);
      if (violation !== undefined) return within(key, violation);
    }
    return undefined;
  }

  private keyViolation(key: string): JsonViolation | undefined {
    return FORBIDDEN_KEYS.has(key) ? { message: 'A key is not allowed.', path: [] } : this.characterViolation(key);
  }

  private characterViolation(text: string): JsonViolation | undefined {
    if (!this.checksCharacters || (text.isWellFormed() && !text.includes('\0'))) return undefined;
    return { message: 'A text holds a character that cannot be stored.', path: [] };
  }
}

function within(step: PathStep, violation: JsonViolation): JsonViolation {
  violation.path.unshift(step);
  return violation;
}

function errorFor({ message, path }: JsonViolation): JsonTextError {
  let text = '';
  // A hostile body may be arbitrarily deep, so the path is cut where an acceptable body would have ended.
  for (const step of path.slice(0, MAX_DEPTH)) {
    if (typeof step === 'number') text += `[${step}]`;
    else text += `${text === '' ? '' : '.'}${SHOWABLE_KEY.test(step) ? step : '?'}`;
  }
  return new JsonTextError(message, text === '' ? undefined : text);
}

/** The index of the quote that ends the string whose opening quote is at `start`. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) break;
    // Whatever an escape encodes, the character after the backslash does not end the string.
    if (code === BACKSLASH) at++;
  }
  return at;
}

/** Counts the keys in a text that is known to be JSON: every colon outside a string follows one. */
function countKeys(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === COLON) count++;
  }
  return count;
}

/** An object or array that is being read: the keys so far, and the position of the current member. */
interface OpenValue {
  keys: Set<string> | undefined;
  step: PathStep;
}

/** Finds the first repeated key in a text that is known to be JSON and to have one. */
function repeatedKeyPath(text: string): PathStep[] {
  const open: OpenValue[] = [];
  let lastString = '';
  for (let at = 0; at < text.length; at++) {
    const top = open.at(-1);
    switch (text.charCodeAt(at)) {
      case QUOTE: {
        const end = endOfString(text, at);
        lastString = text.slice(at, end + 1);
        at = end;
        break;
      }
      case COLON: {
        // Equal keys are equal only after unescaping, however they are written.
        const key = JSON.parse(lastString) as string;
        if (top?.keys === undefined) break;
        top.step = key;
        if (top.keys.has(key)) return open.map(({ step }) => step);
        top.keys.add(key);
        break;
      }
      case COMMA:
        if (typeof top?.step === 'number') top.step++;
        break;
      case OPEN_OBJECT:
        open.push({ keys: new Set(), step: '' });
        break;
      case OPEN_ARRAY:
        open.push({ keys: undefined, step: 0 });
        break;
      case CLOSE_OBJECT:
      case CLOSE_ARRAY:
        open.pop();
        break;
    }
  }
  return [];
}
