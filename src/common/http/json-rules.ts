import type { Type } from '@nestjs/common';
import { declaredFields } from './declared-fields';
import type { JsonRules, PathStep } from './json-scan';

/** Greatest number of keys and elements of a body, however many its lists together could have. */
const VALUES_MAX = 10_000;

/** Keys and elements beside the declared ones, so that unknown fields are named and callbacks may have them. */
const UNDECLARED_VALUES = 1_000;

/** Levels beside the declared ones, so that an object in place of a text is named. */
const UNDECLARED_LEVELS = 8;

/** Keys and elements of a field that takes any JSON: 64 KB of `[0,0,…]` (`docs/api/metadata.md#value`). */
const ANY_JSON_VALUES = 32_768;
const ANY_JSON_LEVELS = 32;

const BODY_VALUES = 'corebank:body-values';

/**
 * Class decorator of a body that has more keys and elements than others, because its route reads long lists without
 * checking them field by field.
 */
export const BodyValuesMax =
  (valuesMax: number): ClassDecorator =>
  (type) =>
    Reflect.defineMetadata(BODY_VALUES, valuesMax, type);

function declaredMax(type: Type<unknown>): number | undefined {
  return Reflect.getMetadata(BODY_VALUES, type) as number | undefined;
}

const known = new Map<Type<unknown>, JsonRules>();

/** The bounds of a route's body, from the fields that its class declares. */
export function jsonRulesOf(type: Type<unknown>): JsonRules {
  let rules = known.get(type);
  if (!rules) known.set(type, (rules = deriveRules(type)));
  return rules;
}

function deriveRules(type: Type<unknown>): JsonRules {
  const { values, anyJsonFields } = sizeOf(type);
  return {
    valuesMax:
      (declaredMax(type) ?? Math.min(values + UNDECLARED_VALUES, VALUES_MAX)) + anyJsonFields * ANY_JSON_VALUES,
    keysMax: Math.max(namesOf(type) + UNDECLARED_VALUES, anyJsonFields > 0 ? ANY_JSON_VALUES : 0),
    depthMax: levelsOf(type) + UNDECLARED_LEVELS,
    isRead: (path) => isRead(type, path),
  };
}

/** The most keys and elements of an object of a class, and how many of its fields take any JSON. */
function sizeOf(type: Type<unknown>): { values: number; anyJsonFields: number } {
  const { names, elementsMax, nested, anyJson } = declaredFields(type);
  let values = 1 + names.size;
  let anyJsonFields = anyJson.size;
  for (const name of new Set([...elementsMax.keys(), ...nested.keys()])) {
    const [child, elements] = [nested.get(name), elementsMax.get(name)];
    const inside = child ? sizeOf(child) : { values: 0, anyJsonFields: 0 };
    values += elements === undefined ? inside.values : 1 + elements * (1 + inside.values);
    anyJsonFields += inside.anyJsonFields;
  }
  return { values, anyJsonFields };
}

/** The most declared fields of an object of a class or of one inside it. */
function namesOf(type: Type<unknown>): number {
  const { names, nested } = declaredFields(type);
  return Math.max(names.size, ...[...nested.values()].map(namesOf));
}

function levelsOf(type: Type<unknown>): number {
  const { elementsMax, nested, anyJson } = declaredFields(type);
  const inLists = elementsMax.size > 0 ? 1 : 0;
  const inAnyJson = anyJson.size > 0 ? ANY_JSON_LEVELS : 0;
  const inObjects = [...nested].map(([name, child]) => (elementsMax.has(name) ? 1 : 0) + levelsOf(child));
  return 1 + Math.max(inLists, inAnyJson, ...inObjects);
}

/** False for what a class stores unread, and for fields that it drops. */
function isRead(type: Type<unknown>, path: readonly PathStep[]): boolean {
  let current: Type<unknown> | undefined = type;
  for (const step of path) {
    if (typeof step === 'number' || current === undefined) continue;
    const { names, nested, anyJson } = declaredFields(current);
    if (anyJson.has(step) || !names.has(step)) return false;
    current = nested.get(step);
  }
  return true;
}
