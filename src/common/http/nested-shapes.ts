import { getMetadataStorage, ValidationTypes } from 'class-validator';
import type { FieldError } from './field-errors';

/** The fields of a class that hold objects with rules of their own, and whether each holds a list of them. */
function nestedFields(instance: object): { name: string; isList: boolean }[] {
  const rules = getMetadataStorage().getTargetValidationMetadatas(instance.constructor, '', false, false);
  const nested = rules.filter((rule) => rule.type === ValidationTypes.NESTED_VALIDATION);
  // `each` says it, not the compiled type, which is `Object` for a list that may be null.
  return [...new Map(nested.map(({ propertyName, each }) => [propertyName, each]))].map(([name, isList]) => ({
    name,
    isList,
  }));
}

/**
 * Arrays that stand where one object is declared, at any depth of a validated body. class-validator looks through an array
 * for objects to validate, so `{ tiers: [[]] }` and `{ loanTerms: [] }` pass it without a rule having been asked.
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
