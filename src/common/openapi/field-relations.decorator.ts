import 'reflect-metadata';

type Value = string | number | boolean;

/** A rule about several fields of a request, or about a field and the day, that a schema cannot say. */
export type FieldRelation =
  /** At least one of the groups of fields is sent. */
  | { rule: 'any-of'; groups: string[][] }
  | { rule: 'not-together'; fields: [string, string] }
  /** The field may be sent only with the other one, or only with those values of it. */
  | { rule: 'only-with'; field: string; other: string; values?: Value[] }
  /** The field must be sent with the other one, or with those values of it. */
  | { rule: 'required-with'; field: string; other: string; values?: Value[] }
  /** A date or an instant that may not be before another one; `ValidationPipe` enforces it. */
  | { rule: 'not-before'; field: string; other: string }
  | { rule: 'not-in-future'; field: string }
  /** The elements of a list have different values of this field. */
  | { rule: 'unique-by'; field: string; key: string };

const METADATA = 'corebank:field-relations';

/**
 * Class decorator of a request: the rules between its fields, which its command enforces where they do not say
 * otherwise. The OpenAPI documents have them in `x-field-rules` and in words.
 */
export const FieldRelations =
  (...relations: FieldRelation[]): ClassDecorator =>
  (target) =>
    Reflect.defineMetadata(METADATA, relations, target);

/** The rules between the fields of a request class and of the classes that it extends. */
export function relationsOf(type: object): FieldRelation[] {
  return (Reflect.getMetadata(METADATA, type) as FieldRelation[] | undefined) ?? [];
}

const valueText = (values: Value[] = []): string => (values.length === 0 ? '' : ` ${values.join(' or ')}`);

/** A rule as a sentence for readers of the documents. */
export function relationText(relation: FieldRelation): string {
  switch (relation.rule) {
    case 'any-of':
      return `Send ${relation.groups.map((fields) => fields.map((field) => `\`${field}\``).join(' and ')).join(' or ')}.`;
    case 'not-together':
      return `Do not send \`${relation.fields[0]}\` and \`${relation.fields[1]}\` together.`;
    case 'only-with':
      return `Send \`${relation.field}\` only with \`${relation.other}\`${valueText(relation.values)}.`;
    case 'required-with':
      return `\`${relation.field}\` is required with \`${relation.other}\`${valueText(relation.values)}.`;
    case 'not-before':
      return `\`${relation.field}\` must not be before \`${relation.other}\`.`;
    case 'not-in-future':
      return `\`${relation.field}\` must not be in the future.`;
    case 'unique-by':
      return `The elements of \`${relation.field}\` have different values of \`${relation.key}\`.`;
  }
}
