import type { Schema, Schemas } from '../fuzz/api-schema';
import { type PlacedSchema, schemaChanges } from './schema-changes';

/** The forms of a body or an answer, by media type. */
export type Content = Record<string, { schema?: Schema }>;

interface Parameter {
  in: string;
  name: string;
  required?: boolean;
  schema: Schema;
}

interface Operation {
  operationId?: string;
  security?: Record<string, unknown>[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { content?: Content; headers?: Record<string, unknown> }>;
  'x-field-rules'?: unknown[];
}

/** The part of an OpenAPI document that is promised to callers. */
export interface ReleasedDocument {
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Schemas };
}

interface Pair {
  name: string;
  schemas: { before: Schemas; after: Schemas };
  old: Operation;
  now: Operation;
}

/** Statuses of which callers read the content. Failures are all of one form, and are known by their codes. */
const isDone = (status: string): boolean => status.startsWith('2');

/**
 * The differences between two documents that break callers of the first (docs/api/versioning.md#breaking-changes), each
 * as a line that begins with the operation. What is new and may be left alone is none.
 */
export function breakingChanges(before: ReleasedDocument, after: ReleasedDocument): string[] {
  const schemas = { before: before.components?.schemas ?? {}, after: after.components?.schemas ?? {} };
  return Object.entries(before.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, old]) => {
      const name = `${method.toUpperCase()} ${path}`;
      const now = after.paths[path]?.[method];
      if (!now) return [`${name}: the operation is gone`];
      const pair = { name, schemas, old, now };
      return [...ownChanges(pair), ...parameterChanges(pair), ...bodyChanges(pair), ...answerChanges(pair)];
    }),
  );
}

function ownChanges({ name, old, now }: Pair): string[] {
  const schemes = ({ security = [] }: Operation): string =>
    security
      .map((scheme) => Object.keys(scheme).join('+'))
      .sort()
      .join();
  const rules = (old['x-field-rules'] ?? []).map((rule) => JSON.stringify(rule));
  const added = (now['x-field-rules'] ?? [])
    .map((rule) => JSON.stringify(rule))
    .filter((rule) => !rules.includes(rule));
  return [
    ...(old.operationId === now.operationId ? [] : [`${name}: the operation is named ${now.operationId}`]),
    ...(schemes(old) === schemes(now) ? [] : [`${name}: callers identify themselves by ${schemes(now) || 'nothing'}`]),
    ...added.map((rule) => `${name}: the parameters have the new rule ${rule}`),
  ];
}

function placed({ schemas }: Pair, old: Schema, now: Schema): [PlacedSchema, PlacedSchema] {
  return [
    { schemas: schemas.before, schema: old },
    { schemas: schemas.after, schema: now },
  ];
}

function parameterChanges(pair: Pair): string[] {
  const { name, old, now } = pair;
  const keyed = ({ parameters = [] }: Operation): Map<string, Parameter> =>
    new Map(parameters.map((parameter) => [`${parameter.in} ${parameter.name}`, parameter]));
  const [before, after] = [keyed(old), keyed(now)];
  const demanded = [...after].filter(([key, { required }]) => required && !before.get(key)?.required);
  return [
    ...demanded.map(([key]) => `${name}: ${key} is required`),
    ...[...before].flatMap(([key, parameter]) => {
      const kept = after.get(key);
      if (!kept) return [`${name}: ${key} is gone`];
      return schemaChanges(...placed(pair, parameter.schema, kept.schema), 'request', `${name}: ${key}`);
    }),
  ];
}

function bodyChanges(pair: Pair): string[] {
  const { name, old, now } = pair;
  if (!old.requestBody) return now.requestBody?.required ? [`${name}: a body is required`] : [];
  if (!now.requestBody) return [`${name}: the body is gone`];
  return [
    ...(now.requestBody.required && !old.requestBody.required ? [`${name}: the body is required`] : []),
    ...contentChanges(pair, old.requestBody.content, now.requestBody.content, 'request', 'body'),
  ];
}

function contentChanges(
  pair: Pair,
  old: Content,
  now: Content,
  direction: 'request' | 'answer',
  place: string,
): string[] {
  return Object.entries(old).flatMap(([type, { schema = {} }]) => {
    const kept = now[type];
    if (!kept) return [`${pair.name}: ${place} as ${type} is gone`];
    return schemaChanges(...placed(pair, schema, kept.schema ?? {}), direction, `${pair.name}: ${place}`);
  });
}

function answerChanges(pair: Pair): string[] {
  const { name, old, now } = pair;
  const added = Object.keys(now.responses).filter((status) => isDone(status) && !old.responses[status]);
  return [
    ...added.map((status) => `${name}: may answer ${status}`),
    ...Object.entries(old.responses).flatMap(([status, answer]) => {
      const kept = now.responses[status];
      if (!kept) return isDone(status) ? [`${name}: answers ${status} no longer`] : [];
      const headers = Object.keys(answer.headers ?? {}).filter((header) => !kept.headers?.[header]);
      return [
        ...headers.map((header) => `${name}: ${status} has the header ${header} no longer`),
        ...contentChanges(pair, answer.content ?? {}, kept.content ?? {}, 'answer', status),
      ];
    }),
  ];
}
