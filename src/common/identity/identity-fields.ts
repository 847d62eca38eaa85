import { maskNumber } from './mask-number';

/** A field with one of these words in its name holds an identity number, such as `originator_bvn` or `payerNIN`. */
const WORDS: ReadonlySet<string> = new Set(['bvn', 'nin', 'tin']);

/** The endings of other names of identity numbers, in lower case and without separators. */
const ENDINGS = [
  'bankverificationnumber',
  'identificationnumber',
  'identitynumber',
  'idnumber',
  'idcardnumber',
  'passportnumber',
  'passportno',
  'driverslicencenumber',
  'driverslicensenumber',
  'driverlicencenumber',
  'driverlicensenumber',
  'voterscardnumber',
  'votercardnumber',
];

/** Letters that every name of an identity number has; most names of fields lack them, and need not be split. */
const MAY_NAME_A_NUMBER = /bvn|nin|tin|number|passport/i;

/**
 * True for the name of a field that holds an identity number of a person, in any spelling: `BVN`, `customer_bvn`,
 * `nationalIdentificationNumber`, `passportNumber` (docs/api/personal-data.md#sealed-identity-numbers).
 */
export function namesIdentityNumber(field: string): boolean {
  if (!MAY_NAME_A_NUMBER.test(field)) return false;
  const words = field
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  if (words.some((word) => WORDS.has(word))) return true;
  const name = words.join('');
  return ENDINGS.some((ending) => name.endsWith(ending));
}

/** A text without a digit, such as `verified`, is no number. */
function isNumberOfPerson(value: unknown): value is string | number {
  return typeof value === 'number' || (typeof value === 'string' && /\d/.test(value));
}

/**
 * A copy of a JSON value in which every identity number is changed. Objects and arrays below such a field belong to it.
 *
 * @param value nested no deeper than the rules of bodies allow.
 */
export function mapIdentityNumbers(value: unknown, change: (number: string | number) => unknown): unknown {
  return mapped(value, false, change);
}

function mapped(value: unknown, isIdentity: boolean, change: (number: string | number) => unknown): unknown {
  if (Array.isArray(value)) return value.map((element) => mapped(element, isIdentity, change));
  if (typeof value === 'object' && value !== null && !(value instanceof Date))
    return Object.fromEntries(
      Object.entries(value).map(([field, member]) => [
        field,
        mapped(member, isIdentity || namesIdentityNumber(field), change),
      ]),
    );
  return isIdentity && isNumberOfPerson(value) ? change(value) : value;
}

/** True when a field at any depth holds an identity number. */
export function hasIdentityNumbers(value: unknown): boolean {
  return holds(value, false);
}

function holds(value: unknown, isIdentity: boolean): boolean {
  if (Array.isArray(value)) return value.some((element) => holds(element, isIdentity));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).some(([field, member]) => holds(member, isIdentity || namesIdentityNumber(field)));
  return isIdentity && isNumberOfPerson(value);
}

/** A copy of a JSON value with every identity number masked; a number becomes text. */
export function maskIdentityNumbers<Value>(value: Value): Value {
  return mapIdentityNumbers(value, (number) => maskNumber(String(number))) as Value;
}
