import type { FieldRelation } from '../../src/common/openapi/field-relations.decorator';

const isSent = (value: unknown): boolean => value !== undefined && value !== null;

/** Tells whether the fields of a request keep a rule of `x-field-rules`. */
export function keepsRelation(relation: FieldRelation, fields: Record<string, unknown>, today: string): boolean {
  const text = (name: string): string => String(fields[name]);
  const applies = ({ other, values }: { other: string; values?: unknown[] }): boolean =>
    isSent(fields[other]) && (values === undefined || values.includes(fields[other]));
  switch (relation.rule) {
    case 'any-of':
      return relation.groups.some((group) => group.every((name) => isSent(fields[name])));
    case 'not-together':
      return !relation.fields.every((name) => isSent(fields[name]));
    case 'only-with':
      return !isSent(fields[relation.field]) || applies(relation);
    case 'required-with':
      return isSent(fields[relation.field]) || !applies(relation);
    case 'not-before':
      return (
        ![relation.field, relation.other].every((name) => isSent(fields[name])) ||
        text(relation.field) >= text(relation.other)
      );
    case 'not-in-future':
      return !isSent(fields[relation.field]) || text(relation.field) <= today;
    case 'unique-by': {
      const keys = ((fields[relation.field] ?? []) as Record<string, unknown>[]).map(
        (element) => element[relation.key],
      );
      return new Set(keys).size === keys.length;
    }
  }
}
