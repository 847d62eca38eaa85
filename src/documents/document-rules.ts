import { buildMessage, ValidateBy } from 'class-validator';

const FILE_NAME_MAX_LENGTH = 250;
const ENTITY_ID_MAX_LENGTH = 100;

/** True for a file name that is not blank and has no folder and no control characters. */
export function isFileName(text: unknown): text is string {
  if (typeof text !== 'string' || text.length > FILE_NAME_MAX_LENGTH) return false;
  return /\S/.test(text) && !/[/\\\p{Cc}]/u.test(text) && !/^\.{1,2}$/.test(text);
}

/** True for a value that can be the key of a record: an id as a number, or an id, number or GUID as a text. */
export function isEntityReference(value: unknown): value is number | string {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0;
  return typeof value === 'string' && value.length > 0 && value.length <= ENTITY_ID_MAX_LENGTH;
}

function rule(name: string, validate: (value: unknown) => boolean, expected: string): PropertyDecorator {
  return ValidateBy({
    name,
    validator: { validate, defaultMessage: buildMessage((each) => `${each}$property must be ${expected}`) },
  });
}

/** Property decorator for the name of a file. */
export const IsFileName = (): PropertyDecorator =>
  rule('isFileName', isFileName, `the name of a file without a folder, 1 to ${FILE_NAME_MAX_LENGTH} characters`);

/** Property decorator for the key of a record in a body. */
export const IsEntityReference = (): PropertyDecorator =>
  rule('isEntityReference', isEntityReference, 'a numeric id, or a text with an id, number or GUID');
