import type { SchemaObject } from '@nestjs/swagger';
import { fieldRule } from '../../common/openapi/documented-rule';
import { isElevenDigits, isTaxNumber, normaliseRegistrationNumber } from './identity-formats';

const CODE_MAX = 9_999;

/** Characters of a text, as `@MaxLength`, the documents and the database count them: an emoji is one. */
const lengthOf = (text: string): number => [...text].length;

function textRule(
  name: string,
  expected: string,
  accepts: (text: string) => boolean,
  schema: SchemaObject,
): PropertyDecorator {
  return fieldRule({
    name,
    schema: { type: 'string', ...schema },
    validate: (value) => typeof value === 'string' && accepts(value),
    expected,
  });
}

/** Property decorator for a BVN or a NIN. */
export const IsElevenDigits = (): PropertyDecorator =>
  textRule('isElevenDigits', '11 digits', isElevenDigits, { minLength: 11, maxLength: 11, pattern: '^\\d{11}$' });

/** Property decorator for a tax identification number. */
export const IsTaxNumber = (): PropertyDecorator =>
  textRule('isTaxNumber', 'a tax identification number', isTaxNumber, {
    maxLength: 13,
    pattern: '^(\\d{10}|\\d{11}|\\d{13}|\\d{8}-?\\d{4}|([Rr][Cc]|[Bb][Nn]|[Ii][Tt])?[ -]?\\d{1,8})$',
  });

/** Property decorator for a company's registration number; store it through `normaliseRegistrationNumber`. */
export const IsRegistrationNumber = (): PropertyDecorator =>
  textRule(
    'isRegistrationNumber',
    'a registration number such as RC123456',
    (text) => text.length <= 30 && normaliseRegistrationNumber(text) !== undefined,
    { maxLength: 30, pattern: '^[ -]*([A-Za-z][A-Za-z/. -]*)?\\d[A-Za-z0-9/. -]*$' },
  );

/** Property decorator for a field that takes a word or a number from the caller's own list. */
export function IsTextOrCode(maxLength: number): PropertyDecorator {
  return fieldRule({
    name: 'isTextOrCode',
    // Numbers are accepted too; one type is documented, because generated clients cannot express either.
    schema: { type: 'string', minLength: 1, maxLength },
    validate: (value) =>
      typeof value === 'string'
        ? value.length > 0 && lengthOf(value) <= maxLength
        : Number.isInteger(value) && Number(value) >= 0 && Number(value) <= CODE_MAX,
    expected: `a text of at most ${maxLength} characters or a whole number`,
  });
}
