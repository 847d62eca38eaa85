import type { SchemaObject } from '@nestjs/swagger';
import { buildMessage, ValidateBy } from 'class-validator';

/** The schema of the values that a rule accepts; it stands among the constraints of the rule. */
export class DocumentedRule {
  constructor(readonly schema: SchemaObject) {}
}

export interface FieldRuleOptions {
  /** Stable name of the rule, such as `isNaira`. */
  name: string;
  /** The accepted values for the OpenAPI documents: never wider than `validate`. */
  schema: SchemaObject;
  validate: (value: unknown) => boolean;
  /** The end of the refusal "fieldName must be …". */
  expected: string;
  /** True for a list whose elements follow the rule. */
  each?: boolean;
}

/**
 * Property decorator of a rule for one field that declares the schema which it enforces, so that the OpenAPI documents
 * cannot differ from the rule. Rules of class-validator are translated by `ruleSchemas`.
 */
export function fieldRule({ name, schema, validate, expected, each = false }: FieldRuleOptions): PropertyDecorator {
  return ValidateBy(
    {
      name,
      constraints: [new DocumentedRule(schema)],
      validator: { validate, defaultMessage: buildMessage((start) => `${start}$property must be ${expected}`) },
    },
    { each },
  );
}

/**
 * Keyword for the greatest number of decimals. `multipleOf: 0.01` would say it in JSON Schema, but validators divide
 * doubles and refuse amounts such as 0.07.
 */
export function decimals(count: number): SchemaObject {
  return { 'x-max-decimals': count } as SchemaObject;
}
