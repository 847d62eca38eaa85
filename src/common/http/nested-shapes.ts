import { getMetadataStorage, ValidationTypes } from 'class-validator';
import type { FieldError } from './field-errors';

/** The fields of a class that hold objects with their own rules; true for a list of objects. */
function nestedFields(instance: object): { name: string; isList: boolean }[] {
  const rules = getMetadataStorage().getTargetValidationMetadatas(instance.constructor, '', false, false);
  const nested = rules.filter((rule) => rule.type === ValidationTypes.NESTED_VALIDATION);
  // `each` decides, not the compiled type, which is `Object` for a list that may be null.
  return [...new Map(nested.map(({ propertyName, each }) => [propertyName, each]))].map(([name, isList]) => ({
    name,
    isList,
  }));
}

/**
 * Arrays in the place of one declared object, at any depth of a validated body. class-validator searches an array for
 * objects to validate, so `{ tiers: [[]] }` and `{ loanTerms: [] }` would pass it without any rule being checked.
 */
export function nestedShapeErrors(instance: object, prefix = ''): FieldError[] {
  return nestedFields(instance).flatMap(({ name, isList }) => {
    const value = (instance as Record<string, unknown>)[name];
    const field = prefix === '' ? name : `${prefix}.${name}`;
    if (!isList) return shapeErrors(value, field);
    return Array.isArray(value) ? value.flatMap((element, index) => shapeErrors(element, `${field}[${index}]`)) : [];
  });
}

function shapeErrors(value: unknown, field: string): FieldError[] {
  if (Array.isArray(value)) return [{ field, message: 'must be an object' }];
  return typeof value === 'object' && value !== null ? nestedShapeErrors(value, field) : [];
}
