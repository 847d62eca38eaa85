import type { Type } from '@nestjs/common';
import { defaultMetadataStorage } from 'class-transformer/cjs/storage';
import { ARRAY_MAX_SIZE, getMetadataStorage, ValidationTypes } from 'class-validator';
import { FIELD_ERRORS_MAX, type FieldError } from './field-errors';

/** The declared fields of a DTO class, as far as they bound the work of a body. */
interface DeclaredFields {
  names: ReadonlySet<string>;
  /** Greatest number of elements, by list field. */
  elementsMax: ReadonlyMap<string, number>;
  /** Class of the objects in a field, by field. */
  nested: ReadonlyMap<string, Type<unknown>>;
}

const declarations = new Map<Type<unknown>, DeclaredFields>();

/**
 * Violations of the bounds of a body that are found without looking at its values: lists that are too long, and objects
 * with more unknown keys than an answer names. Validating such a body field by field costs seconds for a megabyte.
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
  if (!ignoresUnknown) errors.push(...unknownKeyErrors(names, value, prefix));
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

/** The first unknown keys, when there are more than an answer names; fewer are named together with other errors. */
function unknownKeyErrors(names: ReadonlySet<string>, value: Record<string, unknown>, prefix: string): FieldError[] {
  const unknown: FieldError[] = [];
  for (const key of Object.keys(value)) {
    if (names.has(key)) continue;
    unknown.push({ field: `${prefix}${key.slice(0, 100)}`, message: 'is not a known field' });
    if (unknown.length > FIELD_ERRORS_MAX) return unknown.slice(0, FIELD_ERRORS_MAX);
  }
  return [];
}

function declaredFields(type: Type<unknown>): DeclaredFields {
  let fields = declarations.get(type);
  if (!fields) declarations.set(type, (fields = readDeclaration(type)));
  return fields;
}

function readDeclaration(type: Type<unknown>): DeclaredFields {
  const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  const sizes = rules.filter(({ name }) => name === ARRAY_MAX_SIZE);
  const objects = rules.filter((rule) => rule.type === ValidationTypes.NESTED_VALIDATION);
  return {
    names: new Set(rules.map(({ propertyName }) => propertyName)),
    elementsMax: new Map(sizes.map(({ propertyName, constraints }) => [propertyName, constraints[0] as number])),
    nested: new Map(objects.flatMap(({ propertyName }) => nestedType(type, propertyName))),
  };
}

function nestedType(type: Type<unknown>, property: string): [string, Type<unknown>][] {
  const metadata = defaultMetadataStorage.findTypeMetadata(type, property);
  return metadata ? [[property, metadata.typeFunction() as Type<unknown>]] : [];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
