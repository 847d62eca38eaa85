import { JsonTextError } from './json-text-error';

/** How much a body may hold, and which of its numbers somebody reads. */
export interface JsonRules {
  /** Greatest number of keys and elements together, at all levels. */
  valuesMax: number;
  /** Greatest number of keys of one object. An object of very many keys costs many times what its text costs. */
  keysMax: number;
  /** Greatest nesting of objects and arrays, the outermost included. */
  depthMax: number;
  /** False for the path of a number that is stored or dropped unread. */
  isRead(path: readonly PathStep[]): boolean;
}

/** One step into a value: the key of an object or the index of an array. */
export type PathStep = string | number;

/** What is known of a text before it is parsed. */
export interface JsonCounts {
  /** Keys of all objects, repeated ones included. */
  keys: number;
  /** True when a number has more digits than a double always keeps, or an exponent. */
  hasUnusualNumber: boolean;
}

/** Every number of so many digits is the shortest form of a double. */
const DIGITS_ALWAYS_KEPT = 15;

const QUOTE = 0x22;
const MINUS = 0x2d;
const PLUS = 0x2b;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const UPPER_E = 0x45;
const BACKSLASH = 0x5c;
const LOWER_E = 0x65;
const COLON = 0x3a;
const COMMA = 0x2c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;

/**
 * Counts a text before it is parsed, because parsing costs up to a hundred times as much: 340,000 empty objects have
 * one megabyte. The text need not be JSON.
 * @throws JsonTextError when there are more values, keys of an object or levels than the rules allow
 */
export function scanJson(text: string, { valuesMax, keysMax, depthMax }: JsonRules): JsonCounts {
  const counts: JsonCounts = { keys: 0, hasUnusualNumber: false };
  /** Keys so far of the open object at each depth. */
  const keysAt = new Uint32Array(depthMax + 1);
  let [values, depth] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    switch (code) {
      case QUOTE:
        at = endOfString(text, at);
        break;
      case COLON:
        // Outside a string, every colon follows a key.
        counts.keys++;
        if (++keysAt[Math.max(depth, 0)]! > keysMax)
          throw new JsonTextError(`has an object with more than the ${keysMax} keys that it can have`);
        break;
      case OPEN_OBJECT:
      case OPEN_ARRAY:
        if (++depth > depthMax) throw new JsonTextError(`is nested deeper than ${depthMax} levels`);
        keysAt[Math.max(depth, 0)] = 0;
        if (++values > valuesMax) throw tooManyValues(valuesMax);
        break;
      case COMMA:
        if (++values > valuesMax) throw tooManyValues(valuesMax);
        break;
      case CLOSE_OBJECT:
      case CLOSE_ARRAY:
        depth--;
        break;
      default:
        if (isDigit(code)) {
          const end = endOfNumber(text, at);
          counts.hasUnusualNumber ||= isUnusual(text, at, end);
          at = end - 1;
        }
    }
  }
  return counts;
}

function tooManyValues(valuesMax: number): JsonTextError {
  return new JsonTextError(`has more than the ${valuesMax} keys and elements that this request can have`);
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

function isUnusual(text: string, start: number, end: number): boolean {
  if (end - start > DIGITS_ALWAYS_KEPT) return true;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === LOWER_E || code === UPPER_E) return true;
  }
  return false;
}

/** The index after a number. */
function endOfNumber(text: string, start: number): number {
  let at = start + 1;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const belongs =
      isDigit(code) || code === POINT || code === LOWER_E || code === UPPER_E || code === MINUS || code === PLUS;
    if (!belongs) break;
  }
  return at;
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

/** An object or array that is being read: the keys so far, and the position of the current member. */
interface OpenValue {
  keys: Set<string> | undefined;
  step: PathStep;
}

/** What is looked for in a text. */
export interface JsonVisitor {
  /** Called for a key that its object already has. Answer true to stop. */
  isRepeatedKey?(path: PathStep[]): boolean;
  /** Called for each number as it is written, without its sign. Answer true to stop. */
  isNumber?(literal: string, path: () => PathStep[]): boolean;
}

/** Finds the path of the first place at which the visitor stops in a text that is known to be JSON. */
export function findPath(text: string, visitor: JsonVisitor): PathStep[] | undefined {
  const open: OpenValue[] = [];
  const path = (): PathStep[] => open.map(({ step }) => step);
  let lastString = '';
  for (let at = 0; at < text.length; at++) {
    const top = open.at(-1);
    const code = text.charCodeAt(at);
    switch (code) {
      case QUOTE: {
        const end = endOfString(text, at);
        lastString = text.slice(at, end + 1);
        at = end;
        break;
      }
      case COLON:
        if (addKey(top, lastString) && visitor.isRepeatedKey?.(path())) return path();
        break;
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
      default:
        if (isDigit(code)) {
          const end = endOfNumber(text, at);
          if (visitor.isNumber?.(text.slice(at, end), path)) return path();
          at = end - 1;
        }
    }
  }
  return undefined;
}

/** Makes a key the current one of its object. @returns true when the object has it already. */
function addKey(top: OpenValue | undefined, written: string): boolean {
  if (top?.keys === undefined) return false;
  // Equal keys are equal only after unescaping, however they are written.
  const key = JSON.parse(written) as string;
  top.step = key;
  const isKnown = top.keys.has(key);
  top.keys.add(key);
  return isKnown;
}
