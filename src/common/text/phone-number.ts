import { fieldRule } from '../openapi/documented-rule';

const TEXT_MAX_LENGTH = 40;

/** A mobile number in Nigeria after the country code: 7, 8 or 9, then 0 or 1, then eight digits. */
const NIGERIAN_MOBILE = /^[789][01]\d{8}$/;

/** A fixed line in Nigeria after the country code: an area code that no mobile number starts with, then the line. */
const NIGERIAN_FIXED_LINE = /^(?:[1-6]\d|[789][2-9])\d{5,7}$/;

const FOREIGN_NUMBER = /^\+(?!0)\d{7,15}$/;

/**
 * A telephone number in E.164 form, as it is stored and searched. Spaces, dashes, dots and brackets are ignored; a
 * number without a country code is Nigerian.
 *
 * @returns such as `+2348031234567`; undefined when the text is no telephone number.
 */
export function normalisePhoneNumber(text: string): string | undefined {
  const digits = text.replace(/[\s().-]/g, '');
  const national = /^(?:\+?234|0)0?(\d{8,10})$/.exec(digits)?.[1];
  if (national !== undefined)
    return NIGERIAN_MOBILE.test(national) || NIGERIAN_FIXED_LINE.test(national) ? `+234${national}` : undefined;
  return FOREIGN_NUMBER.test(digits) && !digits.startsWith('+234') ? digits : undefined;
}

/**
 * The forms of `normalisePhoneNumber` without spaces and other separators. Nigerian numbers are mobile numbers with
 * eleven digits and a country code or 0, or fixed lines; a foreign number has its country code.
 */
const DOCUMENTED_FORMS =
  '^((\\+?234|0)([789][01]\\d{8}|[1-6]\\d{7,8}|[789][2-9]\\d{6,7})|\\+(1\\d{7,14}|2[013-9]\\d{6,13}|[3-9]\\d{7,14}))$';

/** Property decorator for a telephone number; store it through `normalisePhoneNumber`. */
export const IsPhone = (): PropertyDecorator =>
  fieldRule({
    name: 'isPhone',
    schema: { type: 'string', maxLength: TEXT_MAX_LENGTH, pattern: DOCUMENTED_FORMS },
    validate: (value) =>
      typeof value === 'string' && value.length <= TEXT_MAX_LENGTH && normalisePhoneNumber(value) !== undefined,
    expected: 'a telephone number such as 08031234567 or +2348031234567',
  });
