import { fieldRule } from '../openapi/documented-rule';
import { REFERENCE } from '../openapi/text-patterns';

/** The longest reference of a caller. */
const REFERENCE_MAX_LENGTH = 100;

/** Blanks, control characters, and characters without width: two references that look alike must not be two. */
const REFERENCE_TEXT = /^(?!.*[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029])\S(?:.*\S)?$/u;

/** True for a text that can be a caller's own reference. */
export function isOwnReference(value: unknown, maxLength = REFERENCE_MAX_LENGTH): value is string {
  return typeof value === 'string' && [...value].length <= maxLength && REFERENCE_TEXT.test(value);
}

/**
 * Property decorator for the caller's own reference of what a request makes. It is refused and not trimmed: trimmed,
 * two references that the caller tells apart would be one, and kept, one that gained a blank on the way would move
 * money twice. Routes that look a reference up take any text, so that older references are still found.
 */
export const IsReference = (maxLength = REFERENCE_MAX_LENGTH): PropertyDecorator =>
  fieldRule({
    name: 'isOwnReference',
    schema: { type: 'string', minLength: 1, maxLength, pattern: REFERENCE },
    validate: (value) => isOwnReference(value, maxLength),
    expected:
      `a reference of 1 to ${maxLength} characters on one line, without blanks at its beginning and end and without ` +
      'invisible characters',
  });
