import type { SchemaObject } from '@nestjs/swagger';

/** Keyword of several types besides null: a list of types in OpenAPI 3.1, any value in 3.0, which cannot say it. */
export const JSON_TYPES = 'x-json-types';

/** The schema of an object or an array with any content. `oneOf` would make a class of each in generated clients. */
export const OBJECT_OR_ARRAY = { [JSON_TYPES]: ['object', 'array'] } as SchemaObject;
