import type { Type } from '@nestjs/common';
import { type DeclaredFields, declaredFields } from '../../src/common/http/declared-fields';
import { jsonRulesOf } from '../../src/common/http/json-rules';

/** A body that is made to be expensive, by the name of its shape. */
export type HostileBodies = Record<string, string>;

/** Texts that make careless patterns try every way to match. */
const HOSTILE_TEXTS = [
  'a',
  '0',
  ' ',
  '-',
  'a@',
  '.a',
  '\\t',
  '+0 ',
  'é',
  '\\u0301',
  '/\\\\',
  '1-1-',
  'aA0 -',
  '0000-00-00T00:00',
];

const filled = (piece: string, lengthMax: number): string =>
  piece.repeat(Math.max(0, Math.floor(lengthMax / piece.length)));

/** A list of so many pieces as the rest of the body leaves room for. */
const list = (piece: string, sizeBytes: number): string => `[${filled(`${piece},`, sizeBytes)}${piece}]`;

const nested = (open: string, inner: string, close: string, times: number): string =>
  `${open.repeat(times)}${inner}${close.repeat(times)}`;

function keys(count: number): string {
  return Array.from({ length: count }, (_, index) => `"key${index}":1`).join(',');
}

/** An object of a class in which every field has the same value; objects and lists of objects have theirs. */
function objectOf(type: Type<unknown>, value: string, elements: (max: number) => number): string {
  const fields = declaredFields(type);
  return `{${[...fields.names].map((name) => `"${name}":${fieldOf(fields, name, value, elements)}`).join(',')}}`;
}

function fieldOf(
  { nested: classes, elementsMax }: DeclaredFields,
  name: string,
  value: string,
  elements: (max: number) => number,
): string {
  const [child, max] = [classes.get(name), elementsMax.get(name)];
  const one = child ? objectOf(child, value, elements) : value;
  return max === undefined ? one : `[${Array<string>(elements(max)).fill(one).join(',')}]`;
}

/** The names of the fields of a class that hold lists. */
function listsOf(type: Type<unknown>): string[] {
  return [...declaredFields(type).elementsMax.keys()];
}

/** As many elements of each list as the body of a class may have in all. */
function fullObjectOf(type: Type<unknown>, value: string, sizeBytes: number): string {
  for (const share of [1, 0.7, 0.5, 0.4, 0.3, 0.2, 0.1, 0.05]) {
    const body = objectOf(type, value, (max) => Math.max(1, Math.floor(max * share)));
    const isWithinBounds = (body.match(/[,{[]/g) ?? []).length <= jsonRulesOf(type).valuesMax;
    if (isWithinBounds && body.length <= sizeBytes) return body;
  }
  return objectOf(type, value, () => 1);
}

/** Bodies of at most `sizeBytes` that a caller could send to a route, whatever they are refused for. */
export function hostileBodies(type: Type<unknown>, sizeBytes: number): HostileBodies {
  const room = sizeBytes - 200;
  const fields = declaredFields(type);
  const names = [...fields.names];
  const name = names[0] ?? 'a';
  const bodies: HostileBodies = {
    'open arrays': filled('[', room),
    'nested arrays': nested('[', '', ']', room / 2),
    'nested objects': nested(`{"${name}":`, '1', '}', Math.floor(room / (name.length + 6))),
    'unknown keys': `{${keys(Math.floor(room / 15))}}`,
    'a few unknown keys beside every field': `{${keys(900)},${objectOf(type, '1', () => 1).slice(1)}`,
    'repeated keys': `{${filled(`"${name}":1,`, room)}"${name}":2}`,
    'one long key': `{"${filled('k', room)}":1}`,
    'a long number': `{"${name}":1.${filled('0', room)}1}`,
    'long numbers': `{"${name}":${list('1.000000000000000000001', room)}}`,
    'small exponents': `{"${name}":${list('1e-9', room)}}`,
    escapes: `{"${name}":"${filled('\\u0041', room)}"}`,
    backslashes: `{"${name}":"${filled('\\\\', room)}"}`,
    spaces: `${filled(' ', room)}{}`,
    documents: `{"documents":${list('{"content":"AAAA"}', room)}}`,
    'repeated contents': `{${filled('"content":"AAAA",', room)}"content":""}`,
    'keys like content': `{${filled('"cont\\u0065nT":1,', room)}"${name}":1}`,
    'half pairs': `{"${name}":"${filled('\\ud800', room)}"}`,
  };
  for (const listName of listsOf(type)) {
    for (const element of ['{}', '[]', '0', '""', '[[]]'])
      bodies[`${listName} of ${element}`] = `{"${listName}":${list(element, room)}}`;
  }
  for (const any of fields.anyJson) {
    bodies[`${any} of 60,000 bytes`] = `{"${any}":${list('0', 60_000)}}`;
    bodies[`${any} of objects`] = `{"${any}":${list('{"a":{}}', 60_000)}}`;
    bodies[`${any} in levels`] = `{"${any}":${list(nested('[', '', ']', 30), 60_000)}}`;
    bodies[`${any} of keys`] = `{"${any}":{${keys(5_000)}}}`;
    bodies[`${any} of long numbers`] = `{"${any}":${list('1.000000000000000000001', room)}}`;
  }
  // Within the bounds of lists, so that every rule of every element is checked.
  for (const value of ['null', '1', '""', '{}', '[]', '"x"']) {
    bodies[`every field ${value}`] = fullObjectOf(type, value, room);
  }
  for (const text of HOSTILE_TEXTS) {
    const searched = filled(text, 1_000);
    bodies[`every text ${text}`] = objectOf(type, `"${searched}!"`.slice(0, 1_000), () => 1);
    for (const end of ['', '!', '\\n']) bodies[`one text ${text} ${end}`] = `{"${name}":"${filled(text, room)}${end}"}`;
  }
  for (const each of names) bodies[`a megabyte in ${each}`] = `{"${each}":"${filled('a ', room)}"}`;
  return Object.fromEntries(Object.entries(bodies).filter(([, body]) => Buffer.byteLength(body) <= sizeBytes));
}
