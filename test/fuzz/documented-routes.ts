import * as fs from 'node:fs';
import type { FieldRelation } from '../../src/common/openapi/field-relations.decorator';
import { type DeclaredRoute, declaredRoutes } from '../matrix/declared-routes';
import { flattened, type Schema, type Schemas } from './api-schema';

export interface DocumentedAnswer {
  /** By media type; the examples of an answer that is no success are named by their codes. */
  content?: Record<string, { schema: Schema; examples?: Record<string, unknown> }>;
}

/** Path of a value in a request: `['body', 'entries', 0, 'amount']`. */
export type Steps = (string | number)[];

/** A place of a request that holds a value, plain or not. */
export interface Place {
  steps: Steps;
  schema: Schema;
  /** Whether a request without it is refused, as long as what it stands in is sent. */
  required: boolean;
}

/** A route with everything its document says of requests and answers. */
export interface DocumentedRoute {
  declared: DeclaredRoute;
  schemas: Schemas;
  takesReference: boolean;
  body: Schema | undefined;
  /** The documented body. */
  example: unknown;
  /** Rules between the parameters of the query. */
  relations: FieldRelation[];
  /** Parameters of path and query, and every property of the body at any depth. */
  places: Place[];
  answers: Record<string, DocumentedAnswer>;
}

interface Operation {
  parameters?: { in: string; name: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> };
  'x-field-rules'?: FieldRelation[];
  responses: Record<string, DocumentedAnswer>;
}

interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Schemas };
}

/** The routes of the committed documents: `npm test` has made sure that they are those of the code. */
export function documentedRoutes(): DocumentedRoute[] {
  const [integrators, staff] = ['openapi/openapi.json', 'openapi/admin.json'].map(
    (file) => JSON.parse(fs.readFileSync(file, 'utf8')) as ApiDocument,
  );
  return declaredRoutes().map((declared) => {
    const document = declared.audience === 'staff' ? staff! : integrators!;
    return described(
      declared,
      document.components.schemas,
      (document.paths[declared.path] ?? staff!.paths[declared.path])![declared.method]!,
    );
  });
}

function described(
  declared: DeclaredRoute,
  schemas: Schemas,
  { parameters = [], requestBody, responses, 'x-field-rules': relations = [] }: Operation,
): DocumentedRoute {
  const { schema: body, example } = Object.values(requestBody?.content ?? {})[0] ?? {};
  const given = parameters
    .filter((parameter) => parameter.in !== 'header')
    .map(({ in: part, name, schema, required = false }): Place => ({
      steps: [part, name],
      schema: flattened(schemas, schema),
      required,
    }));
  return {
    declared,
    schemas,
    takesReference: parameters.some(({ name }) => name === 'request-reference'),
    body,
    example,
    relations,
    places: [...given, ...(body ? placesWithin(schemas, body, ['body'], true).slice(1) : [])],
    answers: responses,
  };
}

/** The value itself, and what is in it. */
function placesWithin(schemas: Schemas, schema: Schema, steps: Steps, required: boolean): Place[] {
  const flat = flattened(schemas, schema);
  const inner = flat.items
    ? placesWithin(schemas, flat.items, [...steps, 0], true)
    : Object.entries(flat.properties ?? {}).flatMap(([name, property]) =>
        placesWithin(schemas, property, [...steps, name], flat.required?.includes(name) ?? false),
      );
  return [{ steps, schema: flat, required }, ...inner];
}
