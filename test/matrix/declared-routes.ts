import * as fs from 'node:fs';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import type { TestApp } from '../support/app';
import type { Audience } from './house';

/** A field of a request: `path.ID`, `query.AccountNumber`, `body.entries[].account`. */
export type FieldName = `path.${string}` | `query.${string}` | `body.${string}`;

export type Method = 'delete' | 'get' | 'patch' | 'post' | 'put';

/** A route as its OpenAPI document describes it. */
export interface DeclaredRoute {
  /** `POST /api/agent/v1/add` */
  name: string;
  method: Method;
  path: string;
  audience: Audience;
  /** Every field that holds a plain value, those of objects and of arrays' elements included. */
  fields: FieldName[];
  /** True for a list, whose answer has a `recordCount`. */
  answersList: boolean;
}

interface Schema {
  $ref?: string;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
}

interface Operation {
  parameters?: { in: string; name: string }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

const DOCUMENTS = [
  ['channel', 'openapi/openapi.json'],
  ['staff', 'openapi/admin.json'],
] as const;

/** Paths of the callbacks of providers' middleware. */
const CALLBACKS = '/cba/';

/** Paths of the webhooks of an institution's partners. */
const WEBHOOKS = '/api/integrations/';

const routeName = (method: string, path: string): string => `${method.toUpperCase()} ${path}`;

/** The routes of the committed documents: `npm test` has made sure that they are those of the code. */
export function declaredRoutes(): DeclaredRoute[] {
  return DOCUMENTS.flatMap(([audience, file]) => {
    const document = JSON.parse(fs.readFileSync(file, 'utf8')) as ApiDocument;
    return Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) =>
        describeRoute(document, audience, method as Method, path, operation),
      ),
    );
  });
}

/** Routes that the running application has and the committed documents lack: none, once `npm run openapi` has run. */
export function undocumentedRoutes({ app }: TestApp): string[] {
  // The bounds of requests need the generator's compiler, which tests run without; the addresses do not.
  const { paths } = SwaggerModule.createDocument(app, new DocumentBuilder().build());
  const documented = new Set(declaredRoutes().map(({ name }) => name));
  return Object.entries(paths)
    .flatMap(([path, operations]) => Object.keys(operations).map((method) => routeName(method, path)))
    .filter((name) => !documented.has(name));
}

function describeRoute(
  document: ApiDocument,
  audience: DeclaredRoute['audience'],
  method: Method,
  path: string,
  operation: Operation,
): DeclaredRoute {
  const parameters = (operation.parameters ?? [])
    .filter((parameter) => parameter.in !== 'header')
    .map((parameter) => `${parameter.in}.${parameter.name}` as FieldName);
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
  const answer = Object.values(operation.responses['200']?.content ?? {})[0]?.schema;
  return {
    name: routeName(method, path),
    method,
    path,
    audience: path.startsWith(CALLBACKS) ? 'gateway' : path.startsWith(WEBHOOKS) ? 'partner' : audience,
    fields: [...parameters, ...(body ? leaves(document, body, 'body').map((leaf) => leaf as FieldName) : [])],
    answersList: leaves(document, answer ?? {}, 'answer').includes('answer.data.recordCount'),
  };
}

/** The names of the plain values in a schema, written from the top: `body.entries[].account`. */
function leaves(document: ApiDocument, schema: Schema, name: string): string[] {
  if (schema.$ref !== undefined)
    return leaves(document, document.components.schemas[schema.$ref.split('/').pop()!]!, name);
  // Where the request chooses the form of the answer, the usual form is the first one.
  if (schema.oneOf?.[0] && name.startsWith('answer')) return leaves(document, schema.oneOf[0], name);
  // Beside a reference stands only null, where a field may be it.
  const [alternative] = schema.anyOf ?? [];
  if (alternative?.$ref !== undefined) return leaves(document, alternative, name);
  if (schema.allOf) return schema.allOf.flatMap((part) => leaves(document, part, name));
  if (schema.items) return leaves(document, schema.items, `${name}[]`);
  if (schema.properties)
    return Object.entries(schema.properties).flatMap(([property, inner]) =>
      leaves(document, inner, `${name}.${property}`),
    );
  return [name];
}
