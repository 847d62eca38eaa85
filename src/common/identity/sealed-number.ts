import { maskNumber } from './mask-number';

/** The mask, then the sealed value of `SecretBox`. No text of 50 characters, as numbers were stored before, fits. */
export const SEALED_NUMBER = /^[^]*\|(v1\.[0-9a-f]{8}\.[\w-]{16}\.[\w-]{22,})$/;

/** True for an identity number that is stored sealed; false for one that still has its plain text. */
export function isSealedNumber(stored: string): boolean {
  return SEALED_NUMBER.test(stored);
}

/** The mask of a stored identity number, sealed or plain. It needs no key. */
export function maskOfStored(stored: string): string {
  return isSealedNumber(stored) ? stored.slice(0, stored.lastIndexOf('|')) : maskNumber(stored);
}
