import type { Type } from '@nestjs/common';
import type { OpenAPIObject, SchemaObject } from '@nestjs/swagger';
import { declaredFields } from '../http/declared-fields';
import { isReference, operationsOf, schemasOf } from './document-types';
import { type FieldRelation, relationsOf } from './field-relations.decorator';
import { declaredExample, fieldsLeftOut } from './request-example.decorators';
import type { RequestShape } from './request-shapes';

type Fields = Record<string, unknown>;

/**
 * Gives every body in a generated document an example of the whole request, made of the examples of its fields. Readers
 * send it as it is, with the identifiers of their own records; test/openapi/examples does the same.
 * A body whose required field has no example gets none.
 * @param shapes by the operation's id
 */
export function addRequestExamples(document: OpenAPIObject, shapes: Map<string, RequestShape>): void {
  const schemas = schemasOf(document);
  for (const { operation } of operationsOf(document)) {
    const { body } = shapes.get(operation.operationId ?? '') ?? {};
    const { requestBody } = operation;
    if (!body || !requestBody || isReference(requestBody)) continue;
    for (const media of Object.values(requestBody.content)) {
      const named = media.schema && isReference(media.schema) ? media.schema.$ref.split('/').pop()! : '';
      const example = schemas[named] && exampleOfClass(schemas, named, body);
      if (example) media.example ??= example;
    }
  }
}

/** An example that keeps the rules between the fields: of two that exclude each other it has the first. */
function exampleOfClass(
  schemas: Record<string, SchemaObject>,
  published: string,
  type: Type<unknown>,
): Fields | undefined {
  const { properties = {}, required = [] } = schemas[published] ?? {};
  const declared = declaredExample(type);
  if (declared) return declared;
  const leftOut = fieldsLeftOut(type);
  const { nested } = declaredFields(type);
  const fields: Fields = {};
  for (const [name, property] of Object.entries(properties)) {
    if (leftOut.includes(name)) continue;
    const value = exampleOfField(schemas, property as SchemaObject, nested.get(name));
    if (value !== undefined && value !== null) fields[name] = value;
    else if (required.includes(name)) return undefined;
  }
  return relationsOf(type).reduce(keeping, fields);
}

function exampleOfField(
  schemas: Record<string, SchemaObject>,
  schema: SchemaObject,
  type: Type<unknown> | undefined,
): unknown {
  if (schema.example !== undefined) return schema.example;
  const inner = [schema, schema.items, ...(schema.allOf ?? [])].find((part) => part && isReference(part));
  if (inner && isReference(inner) && type) {
    const example = exampleOfClass(schemas, inner.$ref.split('/').pop()!, type);
    return schema.items && example ? [example] : example;
  }
  return schema.default ?? schema.enum?.[0];
}

/** The fields without the one that a rule does not allow beside the others. */
function keeping(fields: Fields, relation: FieldRelation): Fields {
  const without = (name: string): Fields =>
    Object.fromEntries(Object.entries(fields).filter(([field]) => field !== name));
  switch (relation.rule) {
    case 'not-together':
      return relation.fields.every((name) => name in fields) ? without(relation.fields[1]) : fields;
    case 'only-with': {
      const { field, other, values } = relation;
      const isAllowed = other in fields && (values === undefined || values.includes(fields[other] as string));
      return isAllowed ? fields : without(field);
    }
    default:
      return fields;
  }
}
