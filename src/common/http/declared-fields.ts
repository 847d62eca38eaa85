import type { Type } from '@nestjs/common';
import { defaultMetadataStorage } from 'class-transformer/cjs/storage';
import { ARRAY_MAX_SIZE, getMetadataStorage, IS_OBJECT, MAX_LENGTH, ValidationTypes } from 'class-validator';
import { DocumentedRule } from '../openapi/documented-rule';

/** The declared fields of a DTO class, as far as they bound the work of a body. */
export interface DeclaredFields {
  names: ReadonlySet<string>;
  /** Greatest number of elements, by list field. */
  elementsMax: ReadonlyMap<string, number>;
  /** Greatest length, by text field or list of texts. */
  textMax: ReadonlyMap<string, number>;
  /** Class of the objects in a field, by field. */
  nested: ReadonlyMap<string, Type<unknown>>;
  /** Fields that take any JSON, which is stored unread. */
  anyJson: ReadonlySet<string>;
}

/** Name of the rule for a field that takes any JSON. */
export const IS_ANY_JSON = 'isAnyJson';

const declarations = new Map<Type<unknown>, DeclaredFields>();

/** Classes declare their fields once, when they are loaded, so they are read once. */
export function declaredFields(type: Type<unknown>): DeclaredFields {
  let fields = declarations.get(type);
  if (!fields) declarations.set(type, (fields = readDeclaration(type)));
  return fields;
}

function readDeclaration(type: Type<unknown>): DeclaredFields {
  const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  const maxima = (rule: string): Map<string, number> =>
    new Map(
      rules
        .filter(({ name }) => name === rule)
        .map(({ propertyName, constraints }) => [propertyName, constraints[0] as number]),
    );
  // Rules of our own, such as that of a name, state their greatest length in their schema.
  const documented = rules.flatMap(({ propertyName, constraints = [] }): [string, number][] =>
    (constraints as unknown[]).flatMap((constraint) =>
      constraint instanceof DocumentedRule && constraint.schema.maxLength !== undefined
        ? [[propertyName, constraint.schema.maxLength]]
        : [],
    ),
  );
  const objects = rules.filter((rule) => rule.type === ValidationTypes.NESTED_VALIDATION);
  const nested = new Map(objects.flatMap(({ propertyName }) => nestedType(type, propertyName)));
  const anyJson = rules
    .filter(({ name, propertyName }) => name === IS_ANY_JSON || (name === IS_OBJECT && !nested.has(propertyName)))
    .map(({ propertyName }) => propertyName);
  return {
    names: new Set(rules.map(({ propertyName }) => propertyName)),
    elementsMax: maxima(ARRAY_MAX_SIZE),
    textMax: new Map([...documented, ...maxima(MAX_LENGTH)]),
    nested,
    anyJson: new Set(anyJson),
  };
}

function nestedType(type: Type<unknown>, property: string): [string, Type<unknown>][] {
  const metadata = defaultMetadataStorage.findTypeMetadata(type, property);
  return metadata ? [[property, metadata.typeFunction() as Type<unknown>]] : [];
}
