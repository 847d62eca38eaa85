import type { OpenAPIObject } from '@nestjs/swagger';
import type { OperationObject, ParameterObject, ReferenceObject, ResponseObject, SchemaObject } from '@nestjs/swagger';

const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const;

/** An operation of a document with its address. */
export interface AddressedOperation {
  path: string;
  method: (typeof METHODS)[number];
  operation: OperationObject;
}

/** Every operation of a document, in the order of the document. */
export function operationsOf({ paths }: OpenAPIObject): AddressedOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ path, method, operation }] : [];
    }),
  );
}

/** The parameters of an operation; the generator makes no references to parameters. */
export function parametersOf({ parameters = [] }: OperationObject): ParameterObject[] {
  return parameters as ParameterObject[];
}

/** The answers of an operation by status; the generator makes no references to answers. */
export function answersOf({ responses }: OperationObject): [status: string, ResponseObject][] {
  return Object.entries(responses) as [string, ResponseObject][];
}

/** The schemas of a document's components; the generator makes no references to references. */
export function schemasOf({ components }: OpenAPIObject): Record<string, SchemaObject> {
  return (components?.schemas ?? {}) as Record<string, SchemaObject>;
}

export function isReference(part: object): part is ReferenceObject {
  return '$ref' in part;
}

/** The schemas that stand directly in a schema. */
function innerSchemas(schema: SchemaObject): (SchemaObject | ReferenceObject)[] {
  const { properties = {}, items, allOf = [], oneOf = [], anyOf = [], additionalProperties } = schema;
  return [
    ...Object.values(properties),
    ...(items ? [items] : []),
    ...allOf,
    ...oneOf,
    ...anyOf,
    ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
  ];
}

/** Visits a schema and all that it contains, without what it refers to. */
function visitSchema(
  schema: SchemaObject | ReferenceObject,
  visit: (schema: SchemaObject, name?: string) => void,
  name?: string,
): void {
  if (isReference(schema)) return;
  visit(schema, name);
  const { properties = {} } = schema;
  for (const [property, inner] of Object.entries(properties)) visitSchema(inner, visit, property);
  const named = new Set<unknown>(Object.values(properties));
  for (const inner of innerSchemas(schema)) if (!named.has(inner)) visitSchema(inner, visit, name);
}

/** Visits every schema of a document: components, parameters, bodies, answers and headers. */
export function visitSchemas(document: OpenAPIObject, visit: (schema: SchemaObject, name?: string) => void): void {
  for (const schema of Object.values(schemasOf(document))) visitSchema(schema, visit);
  for (const { operation } of operationsOf(document)) {
    for (const { schema, name } of parametersOf(operation)) if (schema) visitSchema(schema, visit, name);
    const bodies = operation.requestBody && !isReference(operation.requestBody) ? [operation.requestBody] : [];
    for (const { content = {} } of [...bodies, ...answersOf(operation).map(([, answer]) => answer)])
      for (const { schema } of Object.values(content)) if (schema) visitSchema(schema, visit);
  }
}
