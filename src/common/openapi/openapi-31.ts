import type { OpenAPIObject } from '@nestjs/swagger';
import { JSON_TYPES } from './json-types';

type Json = unknown;
type JsonObject = Record<string, Json>;

/** The licence of the API, as LICENSE states it. */
export const LICENCE = 'Proprietary; all rights reserved';

/** Fields that hold a value and no schema. */
const VALUES = new Set(['default', 'enum', 'example', 'examples', 'value']);

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Applies a change to every object of a document that is no example. */
function changed(value: Json, change: (object: JsonObject) => JsonObject, inNames = false): Json {
  if (Array.isArray(value)) return value.map((element) => changed(element, change));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, inner]) => [
    key,
    !inNames && VALUES.has(key) ? inner : changed(inner, change, !inNames && key === 'properties'),
  ]);
  const copy = Object.fromEntries(entries) as JsonObject;
  return inNames ? copy : change(copy);
}

/** A nullable schema of 3.0 as 3.1 writes it: null among its types, its values or its alternatives. */
function withNullType({ nullable, [JSON_TYPES]: types, ...schema }: JsonObject): JsonObject {
  const whole: JsonObject = types === undefined ? schema : { ...schema, type: types, items: {} };
  if (!nullable) return whole;
  if (Array.isArray(whole.allOf) && whole.allOf.length === 1) {
    const { allOf, type: _, ...rest } = whole;
    return { ...rest, anyOf: [...(allOf as Json[]), { type: 'null' }] };
  }
  if (Array.isArray(whole.oneOf)) return { ...whole, oneOf: [...(whole.oneOf as Json[]), { type: 'null' }] };
  return {
    ...whole,
    ...(whole.type === undefined ? {} : { type: [...[whole.type].flat(), 'null'] }),
    ...(Array.isArray(whole.enum) ? { enum: [...new Set([...(whole.enum as Json[]), null])] } : {}),
  };
}

/** In 3.1 a reference may stand beside a description, so it needs no `allOf` around it. */
function withPlainReference(schema: JsonObject): JsonObject {
  const { allOf, type: _, ...rest } = schema;
  if (!Array.isArray(allOf) || allOf.length !== 1 || !isObject(allOf[0]) || allOf[0].$ref === undefined) return schema;
  return { ...rest, ...allOf[0] };
}

/** The document in OpenAPI 3.1, from one in 3.0. */
export function toOpenApi31(document: OpenAPIObject): OpenAPIObject {
  const converted = changed(document, (schema) => withPlainReference(withNullType(schema))) as OpenAPIObject;
  // 3.1 names a licence by an identifier of SPDX; one that has none is a reference.
  const license = { name: LICENCE, identifier: 'LicenseRef-corebank' };
  return { ...converted, openapi: '3.1.0', info: { ...converted.info, license } };
}

/** A schema without a type takes any value, null too, and may not be `nullable`. */
function withoutTypes({ [JSON_TYPES]: types, nullable, ...schema }: JsonObject): JsonObject {
  return nullable === undefined || types !== undefined ? schema : { ...schema, nullable };
}

/** The document in OpenAPI 3.0, for generators that read no 3.1. */
export function toOpenApi30(document: OpenAPIObject): OpenAPIObject {
  const { info, ...rest } = changed(document, withoutTypes) as OpenAPIObject;
  return { ...rest, openapi: '3.0.3', info: { ...info, license: { name: LICENCE } } };
}
