/** The part of OpenAPI's schemas that the documents of this API use. */
export interface Schema {
  $ref?: string;
  type?: 'array' | 'boolean' | 'integer' | 'number' | 'object' | 'string';
  nullable?: boolean;
  enum?: unknown[];
  example?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean;
  allOf?: Schema[];
  oneOf?: Schema[];
}

export type Schemas = Record<string, Schema>;

const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

/** A schema as the documents write it: `null` is one of its types or alternatives. */
export type WrittenSchema = Omit<Schema, 'type'> & {
  type?: Schema['type'] | (Schema['type'] | 'null')[];
  anyOf?: Schema[];
};

/** A written schema with `nullable` for the type null, and without a type where several others are allowed. */
function withOneType({ type, anyOf = [], ...schema }: WrittenSchema): Schema {
  const types: (Schema['type'] | 'null')[] = [type ?? []].flat();
  const others = types.filter((other) => other !== 'null');
  const alternatives = anyOf.filter((part) => (part.type as string) !== 'null');
  const isNullable = types.includes('null') || alternatives.length < anyOf.length;
  // Groups of required fields are alternatives of an object, not of its form.
  const isForm = alternatives.some(({ required, $ref }) => $ref !== undefined || required === undefined);
  return {
    ...schema,
    ...(others.length === 1 ? { type: others[0] } : {}),
    ...(isForm ? { allOf: [...(schema.allOf ?? []), ...alternatives] } : {}),
    ...(isNullable ? { nullable: true } : {}),
  };
}

/** The schema itself, without references and with the parts of `allOf` put together. */
export function flattened(schemas: Schemas, written: Schema): Schema {
  const schema = withOneType(written);
  if (schema.$ref !== undefined) {
    const named = schemas[schema.$ref.split('/').pop()!];
    if (!named) throw new Error(`The document has no ${schema.$ref}.`);
    return flattened(schemas, named);
  }
  if (!schema.allOf) return schema;
  const { allOf, ...own } = schema;
  return [...allOf.map((part) => flattened(schemas, part)), own].reduce((whole, part) => ({
    ...whole,
    ...part,
    ...(whole.properties || part.properties ? { properties: { ...whole.properties, ...part.properties } } : {}),
    required: [...(whole.required ?? []), ...(part.required ?? [])],
  }));
}

/**
 * How a value of an answer differs from its schema; nothing when it does not. A property that the schema does not name
 * is a difference: whatever an answer shows must have been meant to be shown.
 */
export function differences(schemas: Schemas, schema: Schema, value: unknown, at: string): string[] {
  const flat = flattened(schemas, schema);
  const takesAnything = flat.type === undefined && !flat.oneOf && !flat.enum;
  if (value === null)
    return flat.nullable || takesAnything || flat.oneOf?.some(({ type }) => String(type) === 'null')
      ? []
      : [`${at} is null`];
  if (flat.oneOf) {
    const branches = flat.oneOf.map((branch) => differences(schemas, branch, value, at));
    return branches.some((found) => found.length === 0) ? [] : branches.flat();
  }
  if (flat.enum && !flat.enum.includes(value)) return [`${at} is none of ${flat.enum.join(', ')}`];
  switch (flat.type) {
    case undefined:
      return [];
    case 'array':
      return Array.isArray(value) ? arrayDifferences(schemas, flat, value, at) : [`${at} is no array`];
    case 'object':
      return typeof value === 'object' && !Array.isArray(value)
        ? objectDifferences(schemas, flat, value as Record<string, unknown>, at)
        : [`${at} is no object`];
    case 'string':
      return typeof value === 'string' ? textDifferences(flat, value, at) : [`${at} is no text`];
    case 'boolean':
      return typeof value === 'boolean' ? [] : [`${at} is no boolean`];
    default:
      return typeof value === 'number' ? numberDifferences(flat, value, at) : [`${at} is no number`];
  }
}

function arrayDifferences(
  schemas: Schemas,
  { items = {}, minItems = 0, maxItems = Infinity }: Schema,
  value: unknown[],
  at: string,
): string[] {
  const length = value.length < minItems || value.length > maxItems ? [`${at} has ${value.length} elements`] : [];
  return [...length, ...value.flatMap((element, index) => differences(schemas, items, element, `${at}[${index}]`))];
}

function objectDifferences(
  schemas: Schemas,
  { properties = {}, required = [], additionalProperties }: Schema,
  value: Record<string, unknown>,
  at: string,
): string[] {
  const absent = required.filter((name) => !Object.hasOwn(value, name)).map((name) => `${at}.${name} is absent`);
  const present = Object.entries(value).flatMap(([name, inner]) => {
    if (Object.hasOwn(properties, name)) return differences(schemas, properties[name]!, inner, `${at}.${name}`);
    return additionalProperties ? [] : [`${at}.${name} is not documented`];
  });
  return [...absent, ...present];
}

function textDifferences(
  { pattern, format, minLength = 0, maxLength = Infinity }: Schema,
  value: string,
  at: string,
): string[] {
  const found: string[] = [];
  const length = [...value].length;
  if (length < minLength || length > maxLength) found.push(`${at} has ${length} characters`);
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(value)) found.push(`${at} does not match ${pattern}`);
  if (format === 'date-time' && !DATE_TIME.test(value)) found.push(`${at} is no time`);
  return found;
}

function numberDifferences(
  { type, minimum = -Infinity, maximum = Infinity }: Schema,
  value: number,
  at: string,
): string[] {
  if (type === 'integer' && !Number.isSafeInteger(value)) return [`${at} is no integer`];
  return value < minimum || value > maximum ? [`${at} is out of its range`] : [];
}
