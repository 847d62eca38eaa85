import { randomInt } from 'node:crypto';
import { sha256 } from '../../common/crypto/digest';

/** Crockford's base 32: no I, L, O or U, which are misread or misheard. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUPS = 4;
const GROUP_LENGTH = 5;

/** A new code of 100 random bits in four groups, such as `7KQ2M-0XW9D-3TFHB-R8Z5N`. */
export function newOneTimeCode(): string {
  const group = (): string => Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

/**
 * The digest of a code for storage and look-up. Case, dashes and spaces do not count, and I, L and O are read as the
 * digits that they resemble, because people copy codes by hand.
 * @returns 64 hexadecimal digits.
 */
export function oneTimeCodeHash(code: string): string {
  const canonical = code.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll(/[IL]/g, '1').replaceAll('O', '0');
  return sha256(canonical).toString('hex');
}
