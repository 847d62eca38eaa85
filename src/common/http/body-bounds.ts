import type { Type } from '@nestjs/common';
import { declaredFields } from './declared-fields';
import { FIELD_ERRORS_MAX, type FieldError } from './field-errors';

/** A longer text is refused for its length alone, because some patterns take the square of a length. */
const SEARCHED_TEXT_MAX = 1_000;

/**
 * Violations of the bounds of a body that are found without checking its values: lists that are too long, texts that
 * are far too long for the patterns of their fields, and objects with more unknown keys than an answer names.
 * Validating such a body field by field costs seconds for a megabyte.
 * @returns at most `FIELD_ERRORS_MAX` errors; none for a body that may be validated.
 */
export function boundErrors(type: Type<unknown>, body: Record<string, unknown>, ignoresUnknown: boolean): FieldError[] {
  const errors: FieldError[] = [];
  collect(type, body, '', ignoresUnknown, errors);
  return errors;
}

/** A body without the keys that its class does not declare. */
export function knownFields(type: Type<unknown>, body: Record<string, unknown>): Record<string, unknown> {
  const known: Record<string, unknown> = {};
  for (const name of declaredFields(type).names) if (Object.hasOwn(body, name)) known[name] = body[name];
  return known;
}

function collect(
  type: Type<unknown>,
  value: Record<string, unknown>,
  prefix: string,
  ignoresUnknown: boolean,
  errors: FieldError[],
): void {
  const { names, elementsMax, nested } = declaredFields(type);
  if (!ignoresUnknown) addUnknownKeyErrors(names, value, prefix, errors);
  addLongTextErrors(type, value, prefix, errors);
  for (const [name, max] of elementsMax) {
    const list = value[name];
    if (Array.isArray(list) && list.length > max)
      errors.push({ field: `${prefix}${name}`, message: `must contain no more than ${max} elements` });
  }
  // A list that is too long is not looked into.
  if (errors.length > 0) return;
  for (const [name, nestedType] of nested) {
    const child = value[name];
    const field = `${prefix}${name}`;
    const elements = Array.isArray(child)
      ? child.map((element, index) => [element, `${field}[${index}]`] as const)
      : [[child, field] as const];
    for (const [element, place] of elements) {
      if (isObject(element)) collect(nestedType, element, `${place}.`, ignoresUnknown, errors);
      if (errors.length > 0) return;
    }
  }
}

/** The fields with a text that is too long to be searched by the patterns of its field. */
function addLongTextErrors(
  type: Type<unknown>,
  value: Record<string, unknown>,
  prefix: string,
  errors: FieldError[],
): void {
  const { names, textMax, anyJson } = declaredFields(type);
  for (const name of names) {
    const field = value[name];
    if ((typeof field !== 'string' && !Array.isArray(field)) || anyJson.has(name)) continue;
    const max = textMax.get(name);
    if (!isLongerThan(Math.max(max ?? 0, SEARCHED_TEXT_MAX), field)) continue;
    errors.push({
      field: `${prefix}${name}`,
      message:
        max === undefined
          ? 'is longer than any value of this field'
          : `must be shorter than or equal to ${max} characters`,
    });
    if (errors.length >= FIELD_ERRORS_MAX) break;
  }
}

/** True for a text of more characters, and for a list that has one. */
function isLongerThan(max: number, field: string | unknown[]): boolean {
  return typeof field === 'string'
    ? field.length > max
    : field.some((text) => typeof text === 'string' && text.length > max);
}

/** The first unknown keys, when there are more than an answer names; fewer are named together with other errors. */
function addUnknownKeyErrors(
  names: ReadonlySet<string>,
  value: Record<string, unknown>,
  prefix: string,
  errors: FieldError[],
): void {
  const unknown: FieldError[] = [];
  for (const key of Object.keys(value)) {
    if (names.has(key)) continue;
    unknown.push({ field: `${prefix}${key.slice(0, 100)}`, message: 'is not a known field' });
    if (unknown.length > FIELD_ERRORS_MAX) return void errors.push(...unknown.slice(0, FIELD_ERRORS_MAX));
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
