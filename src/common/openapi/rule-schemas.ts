import type { Type } from '@nestjs/common';
import type { SchemaObject } from '@nestjs/swagger';
import {
  ARRAY_MAX_SIZE,
  ARRAY_MIN_SIZE,
  ARRAY_UNIQUE,
  getMetadataStorage,
  IS_ARRAY,
  IS_BOOLEAN,
  IS_DEFINED,
  IS_EMAIL,
  IS_IN,
  IS_INT,
  IS_ISO8601,
  IS_NOT_EMPTY,
  IS_NUMBER,
  IS_OBJECT,
  IS_STRING,
  IS_URL,
  MATCHES,
  MAX,
  MAX_LENGTH,
  MIN,
  MIN_LENGTH,
  ValidationTypes,
} from 'class-validator';
import { decimals, DocumentedRule } from './documented-rule';

type Rule = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

/** The bounds that the rules of a field set for its values, for the OpenAPI documents. */
export interface FieldSchema {
  /** Keywords of the field itself. */
  own: SchemaObject;
  /** Keywords of the elements, for a list. */
  elements: SchemaObject | undefined;
  isOptional: boolean;
}

const TEXT: SchemaObject = { type: 'string' };

/** Keywords of the rules of class-validator, by the name of the rule. A rule that stands nowhere stops the boot. */
const KEYWORDS: Readonly<Record<string, (constraints: unknown[]) => SchemaObject>> = {
  [IS_STRING]: () => TEXT,
  [IS_NOT_EMPTY]: () => ({ minLength: 1 }),
  [MIN_LENGTH]: ([min]) => ({ minLength: min as number }),
  [MAX_LENGTH]: ([max]) => ({ maxLength: max as number }),
  [MATCHES]: ([pattern]) => ({ ...TEXT, pattern: patternOf(pattern as RegExp) }),
  [IS_EMAIL]: () => ({ ...TEXT, format: 'email' }),
  [IS_URL]: () => ({ ...TEXT, format: 'uri' }),
  isIp: () => ({ ...TEXT, format: 'ip' }),
  [IS_ISO8601]: () => ({ ...TEXT, format: 'date-time' }),
  [IS_BOOLEAN]: () => ({ type: 'boolean' }),
  [IS_INT]: () => ({ type: 'integer' }),
  [IS_NUMBER]: ([options]) => {
    const places = (options as { maxDecimalPlaces?: number } | undefined)?.maxDecimalPlaces;
    return { type: 'number', format: 'double', ...(places === undefined ? {} : decimals(places)) };
  },
  [MIN]: ([min]) => ({ minimum: min as number }),
  [MAX]: ([max]) => ({ maximum: max as number }),
  [IS_IN]: ([values]) => enumeration(values as unknown[]),
  [IS_ARRAY]: () => ({ type: 'array' }),
  [ARRAY_MIN_SIZE]: ([min]) => ({ minItems: min as number }),
  [ARRAY_MAX_SIZE]: ([max]) => ({ maxItems: max as number }),
  [ARRAY_UNIQUE]: ([identifier]) => (identifier === undefined ? { uniqueItems: true } : {}),
  [IS_OBJECT]: () => ({ type: 'object' }),
  [IS_DEFINED]: () => ({}),
};

/** A schema has no flags and is read with `u`. */
function patternOf({ source, flags }: RegExp): string {
  if (flags.replace('u', '') !== '') throw new Error(`The pattern ${source} has flags that a schema cannot have.`);
  return source.replaceAll(String.raw`\/`, '/');
}

function enumeration(values: unknown[]): SchemaObject {
  if (!values.every((value) => typeof value === 'number')) return { type: 'string', enum: [...values] };
  if (values.every(Number.isInteger)) return { type: 'integer', enum: [...values] };
  return { type: 'number', format: 'double', enum: [...values] };
}

function keywordsOf({ name = '', constraints = [] }: Rule): SchemaObject {
  const documented = constraints.find((constraint) => constraint instanceof DocumentedRule);
  if (documented) return documented.schema;
  const keywords = KEYWORDS[name];
  if (!keywords) throw new Error(`The rule ${name} has no schema: declare it with fieldRule, or add it to KEYWORDS.`);
  return keywords(constraints as unknown[]);
}

/** Two patterns of one field must both hold; the narrower of two bounds remains. */
function merged(schemas: SchemaObject[]): SchemaObject {
  return schemas.reduce((whole, part) => {
    const both = { ...whole, ...part };
    if (whole.minLength !== undefined && part.minLength !== undefined)
      both.minLength = Math.max(whole.minLength, part.minLength);
    if (whole.maxLength !== undefined && part.maxLength !== undefined)
      both.maxLength = Math.min(whole.maxLength, part.maxLength);
    if (whole.pattern !== undefined && part.pattern !== undefined && whole.pattern !== part.pattern)
      both.allOf = [...(whole.allOf ?? []), { pattern: whole.pattern }];
    return both;
  }, {});
}

/** A number without a format becomes a 32-bit float in some generated clients, which loses kobo. */
function withFormat(schema: SchemaObject): SchemaObject {
  if (schema.type !== 'integer') return schema;
  const format = isSmall(schema) ? 'int32' : 'int64';
  // Larger numbers are refused, because a double does not keep them.
  const bounds =
    schema.enum === undefined ? { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER } : {};
  return { ...bounds, ...schema, format };
}

const INT32_MAX = 2 ** 31 - 1;

function isSmall({ enum: values, maximum }: SchemaObject): boolean {
  return values !== undefined || (maximum !== undefined && maximum <= INT32_MAX);
}

function fieldSchema(rules: Rule[]): FieldSchema {
  const conditional = rules.filter(({ type }) => type === ValidationTypes.CONDITIONAL_VALIDATION);
  const stated = rules.filter(
    ({ type }) =>
      type !== ValidationTypes.CONDITIONAL_VALIDATION &&
      type !== ValidationTypes.NESTED_VALIDATION &&
      type !== ValidationTypes.WHITELIST,
  );
  const isEach = stated.filter(({ each }) => each);
  const isNestedList = rules.some(({ type, each }) => type === ValidationTypes.NESTED_VALIDATION && each);
  const own = withFormat(merged(stated.filter(({ each }) => !each).map(keywordsOf)));
  // `@IsNotEmpty` also applies to values that are no texts, for which it means that they are sent.
  if (own.type !== undefined && own.type !== 'string') delete own.minLength;
  if (rules.some(({ type }) => type === ValidationTypes.NESTED_VALIDATION) && own.type === 'object') delete own.type;
  return {
    own,
    elements: isEach.length > 0 || isNestedList ? withFormat(merged(isEach.map(keywordsOf))) : undefined,
    isOptional: conditional.length > 0,
  };
}

/** The schemas of the fields of a request class, by name, as its rules enforce them. */
export function ruleSchemas(type: Type<unknown>): Map<string, FieldSchema> {
  const byField = new Map<string, Rule[]>();
  for (const rule of getMetadataStorage().getTargetValidationMetadatas(type, '', false, false))
    byField.set(rule.propertyName, [...(byField.get(rule.propertyName) ?? []), rule]);
  return new Map([...byField].map(([name, rules]) => [name, fieldSchema(rules)]));
}
