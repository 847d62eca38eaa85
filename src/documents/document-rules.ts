import { fieldRule } from '../common/openapi/documented-rule';
import { isVisibleLine } from '../common/text/visible-line';

const FILE_NAME_MAX_LENGTH = 250;
const ENTITY_ID_MAX_LENGTH = 100;

/** One line without slashes, with a character that is neither blank nor a dot. */
const DOCUMENTED_FILE_NAME = String.raw`^[^/\\\u0000-\u001f\u007f-\u009f]*[^\s./\\\u0000-\u001f\u007f-\u009f][^/\\\u0000-\u001f\u007f-\u009f]*$`;

/** True for a file name that is not blank and has no folder and no control characters. */
export function isFileName(text: unknown): text is string {
  if (typeof text !== 'string' || [...text].length > FILE_NAME_MAX_LENGTH) return false;
  return isVisibleLine(text) && !/[/\\]/.test(text) && !/^\.{1,2}$/.test(text);
}

/** True for a value that can be the key of a record: an id as a number, or an id, number or GUID as a text. */
export function isEntityReference(value: unknown): value is number | string {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0;
  return typeof value === 'string' && value.length > 0 && [...value].length <= ENTITY_ID_MAX_LENGTH;
}

/** Property decorator for the name of a file. */
export const IsFileName = (): PropertyDecorator =>
  fieldRule({
    name: 'isFileName',
    schema: { type: 'string', minLength: 1, maxLength: FILE_NAME_MAX_LENGTH, pattern: DOCUMENTED_FILE_NAME },
    validate: isFileName,
    expected: `the name of a file without a folder, 1 to ${FILE_NAME_MAX_LENGTH} characters`,
  });

/** Property decorator for the key of a record in a body. */
export const IsEntityReference = (): PropertyDecorator =>
  fieldRule({
    name: 'isEntityReference',
    // A number is accepted too; one type is documented, because generated clients cannot express either.
    schema: { type: 'string', minLength: 1, maxLength: ENTITY_ID_MAX_LENGTH },
    validate: isEntityReference,
    expected: 'a numeric id, or a text with an id, number or GUID',
  });
