import type { Type } from '@nestjs/common';
import { getSchemaPath, type OpenAPIObject, type SchemaObject } from '@nestjs/swagger';
import { declaredFields } from '../http/declared-fields';
import { ignoresUnknownFields } from '../http/ignore-unknown-fields.decorator';
import { describedElements } from './described-elements.decorator';
import { isReference, operationsOf, parametersOf, schemasOf } from './document-types';
import { relationsOf, relationText } from './field-relations.decorator';
import type { RequestShape } from './request-shapes';
import { type FieldSchema, ruleSchemas } from './rule-schemas';

/**
 * Gives requests in a generated document the bounds that the rules of their classes enforce, and says where unknown
 * fields are refused.
 * @param shapes by the operation's id
 */
export function refineRequests(document: OpenAPIObject, shapes: Map<string, RequestShape>): void {
  const schemas = schemasOf(document);
  const refined = new Set<string>();
  for (const { operation } of operationsOf(document)) {
    const { body, query, path } = shapes.get(operation.operationId ?? '') ?? {};
    if (body) refineClass(schemas, body, refined);
    if (query) state(query, operation);
    for (const [type, place] of [
      [query, 'query'],
      [path, 'path'],
    ] as const) {
      const rules = type ? ruleSchemas(type) : new Map<string, FieldSchema>();
      for (const parameter of parametersOf(operation)) {
        const rule = parameter.in === place ? rules.get(parameter.name) : undefined;
        if (rule)
          parameter.schema = withRules(
            (parameter.schema ?? {}) as SchemaObject,
            place === 'query' ? inQuery(rule) : rule,
          );
      }
    }
  }
}

function refineClass(schemas: Record<string, SchemaObject>, type: Type<unknown>, refined: Set<string>): void {
  const published = schemaNameOf(type);
  const schema = schemas[published];
  // The plugin of Nest describes fields; a program that was compiled without it has none to refine.
  if (!Object.hasOwn(type, '_OPENAPI_METADATA_FACTORY')) return;
  if (!schema) throw new Error(`The document has no schema of the class ${type.name}.`);
  if (refined.has(published)) return;
  refined.add(published);
  const properties = (schema.properties ??= {});
  for (const [name, rule] of ruleSchemas(type)) {
    const property = properties[name];
    if (!property) throw new Error(`The schema ${type.name} has no field ${name}, which the class has.`);
    if (!isReference(property)) properties[name] = withRules(property, rule);
  }
  schema.additionalProperties = ignoresUnknownFields(type);
  state(type, schema);
  for (const nested of [...declaredFields(type).nested.values(), ...describedElements(type)])
    refineClass(schemas, nested, refined);
}

/** Writes the rules between the fields of a class, for programs and in words. */
function state(type: Type<unknown>, place: { description?: string }): void {
  const relations = relationsOf(type);
  if (relations.length === 0) return;
  place.description = [place.description, ...relations.map(relationText)].filter(Boolean).join(' ');
  Object.assign(place, { 'x-field-rules': relations });
}

/** Whole numbers of a query have at most 15 digits, and its texts are not empty (`ValidationPipe`). */
const QUERY_NUMBER_MAX = 999_999_999_999_999;

function inQuery(rule: FieldSchema): FieldSchema {
  const { own } = rule;
  if (own.type === 'string' && own.enum === undefined)
    return { ...rule, own: { ...own, minLength: own.minLength ?? 1 } };
  if (own.type === 'integer' && own.maximum !== undefined)
    return { ...rule, own: { ...own, maximum: Math.min(own.maximum, QUERY_NUMBER_MAX) } };
  return rule;
}

/** The name of a class among the schemas: its own, or that of `@ApiSchema`. */
function schemaNameOf(type: Type<unknown>): string {
  return getSchemaPath(type).split('/').pop()!;
}

/**
 * The rules decide about every keyword that they know; example, default and description are the generator's. A type
 * beside alternatives of other types makes clients that do not compile.
 */
function withRules({ oneOf, ...schema }: SchemaObject, { own, elements }: FieldSchema): SchemaObject {
  const { items } = schema;
  const both = {
    ...schema,
    ...(oneOf && own.type === undefined ? { oneOf } : {}),
    ...own,
    ...(elements && items && !isReference(items) ? { items: { ...items, ...elements } } : {}),
  };
  return both;
}
