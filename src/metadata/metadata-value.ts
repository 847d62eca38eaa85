import { IS_ANY_JSON } from '../common/http/declared-fields';
import { fieldRule } from '../common/openapi/documented-rule';
import { OBJECT_OR_ARRAY } from '../common/openapi/json-types';

/** 64 KB of the stored value: JSON without white space, in UTF-8 (`docs/api/metadata.md#value`). */
export const METADATA_MAX_BYTES = 65_536;

/** The deepest nesting of objects and arrays, the outermost included. */
export const METADATA_MAX_DEPTH = 32;

/**
 * True when objects and arrays are nested at most so many levels deep. It goes level by level, because a recursion
 * would be as deep as the caller chooses.
 */
function isWithinDepth(value: object, depth: number): boolean {
  let level = [value];
  for (let left = depth; level.length > 0; left -= 1) {
    if (left === 0) return false;
    const next: object[] = [];
    for (const container of level)
      for (const member of Array.isArray(container) ? (container as unknown[]) : Object.values(container))
        if (isContainer(member)) next.push(member);
    level = next;
  }
  return true;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** True for an object or array that is not nested too deep. The size is checked separately. */
export function isMetadataValue(value: unknown): value is object {
  return isContainer(value) && isWithinDepth(value, METADATA_MAX_DEPTH);
}

/** The text to store. Numbers are written in the shortest form that reads back as the same double. */
export function metadataText(value: object): { text: string; sizeBytes: number } {
  const text = JSON.stringify(value);
  return { text, sizeBytes: Buffer.byteLength(text, 'utf8') };
}

/** Property decorator for metadata in a request. */
export function IsMetadataValue(): PropertyDecorator {
  return fieldRule({
    name: IS_ANY_JSON,
    schema: OBJECT_OR_ARRAY,
    validate: isMetadataValue,
    expected: `an object or array with at most ${METADATA_MAX_DEPTH} levels of nesting`,
  });
}
