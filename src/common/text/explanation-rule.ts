import { fieldRule } from '../openapi/documented-rule';
import { NOT_BLANK } from '../openapi/text-patterns';
import { isVisible } from './visible-line';

/**
 * Property decorator for the words with which staff give a reason or record what they found: a text, also of several
 * lines, in which something is to be seen. Its pattern is wider where characters without width are concerned, which
 * generators of other languages do not know.
 * @param maxLength in characters; an emoji is one
 */
export const IsExplanation = (maxLength: number): PropertyDecorator =>
  fieldRule({
    name: 'isExplanation',
    schema: { type: 'string', minLength: 1, maxLength, pattern: NOT_BLANK },
    validate: (value) => typeof value === 'string' && [...value].length <= maxLength && isVisible(value),
    expected: `a text of 1 to ${maxLength} characters, not only blanks or invisible ones`,
  });
