import { buildMessage, ValidateBy } from 'class-validator';
import { isElevenDigits, isTaxNumber, normaliseRegistrationNumber } from './identity-formats';

const CODE_MAX = 9_999;

function textRule(name: string, expected: string, accepts: (text: string) => boolean): PropertyDecorator {
  return ValidateBy({
    name,
    validator: {
      validate: (value: unknown): boolean => typeof value === 'string' && accepts(value),
      defaultMessage: buildMessage((each) => `${each}$property must be ${expected}`),
    },
  });
}

/** Property decorator for a name: text that is not blank and has no control characters. */
export const IsName = (maxLength: number): PropertyDecorator =>
  textRule(
    'isName',
    `a text of 1 to ${maxLength} characters`,
    (text) => text.length <= maxLength && /\S/.test(text) && !/\p{Cc}/u.test(text),
  );

/** Property decorator for a BVN or a NIN. */
export const IsElevenDigits = (): PropertyDecorator => textRule('isElevenDigits', '11 digits', isElevenDigits);

/** Property decorator for a tax identification number. */
export const IsTaxNumber = (): PropertyDecorator => textRule('isTaxNumber', 'a tax identification number', isTaxNumber);

/** Property decorator for a company's registration number; store it through `normaliseRegistrationNumber`. */
export const IsRegistrationNumber = (): PropertyDecorator =>
  textRule(
    'isRegistrationNumber',
    'a registration number such as RC123456',
    (text) => text.length <= 30 && normaliseRegistrationNumber(text) !== undefined,
  );

/** Property decorator for a field that takes a word or a number from the caller's own list. */
export function IsTextOrCode(maxLength: number): PropertyDecorator {
  return ValidateBy({
    name: 'isTextOrCode',
    validator: {
      validate: (value: unknown): boolean =>
        typeof value === 'string'
          ? value.length > 0 && value.length <= maxLength
          : Number.isInteger(value) && Number(value) >= 0 && Number(value) <= CODE_MAX,
      defaultMessage: buildMessage(
        (each) => `${each}$property must be a text of at most ${maxLength} characters or a whole number`,
      ),
    },
  });
}
