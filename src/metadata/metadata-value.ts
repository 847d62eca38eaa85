import { buildMessage, ValidateBy } from 'class-validator';

/** 64 KB of the stored value: JSON without white space, in UTF-8 (`docs/api/metadata.md#value`). */
export const METADATA_MAX_BYTES = 65_536;

/** The deepest nesting of objects and arrays, the outermost included. */
export const METADATA_MAX_DEPTH = 32;

/** True when objects and arrays are nested at most `depth` levels deep. */
function isWithinDepth(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((member) => isWithinDepth(member, depth - 1));
}

/** True for an object or array that is not nested too deep. The size is checked separately. */
export function isMetadataValue(value: unknown): value is object {
  return typeof value === 'object' && value !== null && isWithinDepth(value, METADATA_MAX_DEPTH);
}

/** The text to store. Numbers are written in the shortest form that reads back as the same double. */
export function metadataText(value: object): { text: string; sizeBytes: number } {
  const text = JSON.stringify(value);
  return { text, sizeBytes: Buffer.byteLength(text, 'utf8') };
}

/** Property decorator for metadata in a request. */
export function IsMetadataValue(): PropertyDecorator {
  return ValidateBy({
    name: 'isMetadataValue',
    validator: {
      validate: isMetadataValue,
      defaultMessage: buildMessage(
        (each) => `${each}$property must be an object or array with at most ${METADATA_MAX_DEPTH} levels of nesting`,
      ),
    },
  });
}
