import { flattened, type Schema, type Schemas } from '../fuzz/api-schema';

/** Where a schema stands: what callers send, or what they get. */
export type Direction = 'request' | 'answer';

/** A schema with the schemas that it refers to. */
export interface PlacedSchema {
  schemas: Schemas;
  schema: ReleasedSchema;
}

type ReleasedSchema = Schema & { 'x-max-decimals'?: number; 'x-field-rules'?: unknown[] };

interface Comparison {
  before: PlacedSchema;
  after: PlacedSchema;
  direction: Direction;
  at: string;
  /** Pairs of named schemas that are being compared: schemas may contain themselves. */
  open: ReadonlySet<string>;
}

const LOWER_BOUNDS = ['minLength', 'minimum', 'minItems'] as const;
const UPPER_BOUNDS = ['maxLength', 'maximum', 'maxItems', 'x-max-decimals'] as const;

/**
 * The changes of a schema that break callers (docs/api/versioning.md#breaking-changes): what was right to send is
 * refused, or what comes is not what was promised.
 */
export function schemaChanges(before: PlacedSchema, after: PlacedSchema, direction: Direction, at: string): string[] {
  return changesOf({ before, after, direction, at, open: new Set() });
}

function changesOf({ before, after, direction, at, open }: Comparison): string[] {
  const pair = `${before.schema.$ref} ${after.schema.$ref}`;
  if (before.schema.$ref !== undefined && open.has(pair)) return [];
  const [old, now] = [flattened(before.schemas, before.schema), flattened(after.schemas, after.schema)] as const;
  const comparison: Comparison = {
    before: { ...before, schema: old },
    after: { ...after, schema: now },
    direction,
    at,
    open: new Set([...open, pair]),
  };
  const isRequest = direction === 'request';
  const ofType = typeChanges(comparison);
  if (ofType.length > 0) return ofType;
  return [
    ...nullChanges(comparison),
    ...enumChanges(comparison),
    ...(isRequest ? boundChanges(old, now, at) : []),
    ...alternativeChanges(comparison),
    ...propertyChanges(comparison),
    ...(old.items && now.items ? inner(comparison, old.items, now.items, `${at}[]`) : []),
  ];
}

function inner({ before, after, direction, open }: Comparison, old: Schema, now: Schema, at: string): string[] {
  return changesOf({
    before: { schemas: before.schemas, schema: old },
    after: { schemas: after.schemas, schema: now },
    direction,
    at,
    open,
  });
}

function typeChanges({ before: { schema: old }, after: { schema: now }, direction, at }: Comparison): string[] {
  const [narrow, wide] = direction === 'request' ? [old, now] : [now, old];
  const fits =
    narrow.type === wide.type || wide.type === undefined || (narrow.type === 'integer' && wide.type === 'number');
  const changes = fits ? [] : [`${at} is ${now.type ?? 'of any type'} and was ${old.type ?? 'of any type'}`];
  if (fits && old.type === now.type && old.format !== now.format && wide.format !== undefined)
    changes.push(`${at} has the format ${now.format ?? 'none'} and had ${old.format ?? 'none'}`);
  return changes;
}

function nullChanges({ before: { schema: old }, after: { schema: now }, direction, at }: Comparison): string[] {
  if (direction === 'request') return old.nullable && !now.nullable ? [`${at} takes null no longer`] : [];
  return now.nullable && !old.nullable ? [`${at} may be null`] : [];
}

function enumChanges({ before: { schema: old }, after: { schema: now }, direction, at }: Comparison): string[] {
  const [narrow, wide] = direction === 'request' ? [old, now] : [now, old];
  if (wide.enum === undefined) return [];
  if (narrow.enum === undefined)
    return [
      `${at} ${direction === 'request' ? 'takes' : 'is no longer one of'} ${wide.enum.join(', ')}${direction === 'request' ? ' alone' : ''}`,
    ];
  const others = narrow.enum.filter((value) => value !== null && !wide.enum!.includes(value));
  return others.map((value) =>
    direction === 'request' ? `${at} takes ${String(value)} no longer` : `${at} has the new value ${String(value)}`,
  );
}

function boundChanges(old: ReleasedSchema, now: ReleasedSchema, at: string): string[] {
  const raised = LOWER_BOUNDS.filter(
    (name) => (now[name] ?? -Infinity) > (old[name] ?? (name === 'minimum' ? -Infinity : 0)),
  );
  const lowered = UPPER_BOUNDS.filter((name) => (now[name] ?? Infinity) < (old[name] ?? Infinity));
  const rules = new Set((old['x-field-rules'] ?? []).map((rule) => JSON.stringify(rule)));
  const added = (now['x-field-rules'] ?? []).map((rule) => JSON.stringify(rule)).filter((rule) => !rules.has(rule));
  return [
    ...[...raised, ...lowered].map((name) => `${at} has ${name} ${now[name]} and had ${old[name] ?? 'none'}`),
    ...(now.pattern !== undefined && now.pattern !== old.pattern ? [`${at} has another pattern: ${now.pattern}`] : []),
    ...(now.uniqueItems && !old.uniqueItems ? [`${at} refuses equal elements`] : []),
    ...added.map((rule) => `${at} has the new rule ${rule}`),
  ];
}

/** Alternatives are known by the names of their schemas. */
function alternativeChanges(comparison: Comparison): string[] {
  const { before, after, direction, at } = comparison;
  const [old, now] = [before.schema.oneOf ?? [], after.schema.oneOf ?? []].map(
    (list) => new Map(list.map((part) => [part.$ref ?? String(part.type), part])),
  ) as [Map<string, Schema>, Map<string, Schema>];
  const [narrow, wide] = direction === 'request' ? [old, now] : [now, old];
  const lost = [...narrow.keys()].filter((name) => wide.size > 0 && !wide.has(name));
  return [
    ...lost.map((name) => `${at} ${direction === 'request' ? 'takes no longer' : 'may be'} ${name.split('/').pop()}`),
    ...[...old].flatMap(([name, part]) => (now.has(name) ? inner(comparison, part, now.get(name)!, at) : [])),
  ];
}

function propertyChanges(comparison: Comparison): string[] {
  const { before, after, direction, at } = comparison;
  const [{ properties: old = {}, required: must = [] }, { properties: now = {}, required: mustNow = [] }] = [
    before.schema,
    after.schema,
  ];
  const isRequest = direction === 'request';
  const isClosed = after.schema.additionalProperties === false;
  const removed = Object.keys(old).filter((name) => !(name in now) && (!isRequest || isClosed));
  const demanded = mustNow.filter((name) => isRequest && !must.includes(name));
  const doubtful = must.filter((name) => !isRequest && name in now && !mustNow.includes(name));
  return [
    ...removed.map((name) => `${at}.${name} is gone`),
    ...demanded.map((name) => `${at}.${name} is required`),
    ...doubtful.map((name) => `${at}.${name} may be absent`),
    ...(isRequest && isClosed && before.schema.additionalProperties !== false && before.schema.properties
      ? [`${at} refuses further fields`]
      : []),
    ...Object.entries(old).flatMap(([name, property]) =>
      now[name] ? inner(comparison, property, now[name], `${at}.${name}`) : [],
    ),
  ];
}
