import { buildMessage, ValidateBy } from 'class-validator';

/** 64 KB (spec, Limits), counted as the value is stored: JSON without white space, in UTF-8. */
export const METADATA_MAX_BYTES = 65_536;

/** How many objects and arrays may stand inside each other, the outermost included. */
export const METADATA_MAX_DEPTH = 32;

/** Whether no more than `depth` objects and arrays stand inside each other. */
function isWithinDepth(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((member) => isWithinDepth(member, depth - 1));
}

/** Whether a value parsed from JSON may be kept: an object or array, not nested too deep. Its size is judged apart. */
export function isMetadataValue(value: unknown): value is object {
  return typeof value === 'object' && value !== null && isWithinDepth(value, METADATA_MAX_DEPTH);
}

/** The text that is stored. Numbers are written in the shortest form that is read back as the same double. */
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
