import { fieldRule } from '../openapi/documented-rule';
import { ONE_LINE, TEXT_ON_ONE_LINE } from '../openapi/text-patterns';
import { isOneLine, isVisibleLine } from './visible-line';

/** Characters of a text, as `@MaxLength`, the documents and the database count them: an emoji is one. */
const lengthOf = (text: string): number => [...text].length;

/**
 * Property decorator for a name: a text on one line in which something is to be seen. Its pattern cannot name all
 * characters without width, which generators of other languages do not know.
 */
export const IsName = (maxLength: number): PropertyDecorator =>
  fieldRule({
    name: 'isName',
    schema: { type: 'string', minLength: 1, maxLength, pattern: TEXT_ON_ONE_LINE },
    validate: (value) => typeof value === 'string' && lengthOf(value) <= maxLength && isVisibleLine(value),
    expected: `a text of 1 to ${maxLength} characters on one line, not only blanks or invisible ones`,
  });

/** Property decorator for a part of a name that may be missing, also as an empty or blank text. */
export const IsNamePart = (maxLength: number): PropertyDecorator =>
  fieldRule({
    name: 'isNamePart',
    schema: { type: 'string', maxLength, pattern: ONE_LINE },
    validate: (value) => typeof value === 'string' && lengthOf(value) <= maxLength && isOneLine(value),
    expected: `a text on one line of at most ${maxLength} characters`,
  });
