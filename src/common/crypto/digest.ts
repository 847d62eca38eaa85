import { createHmac, hash, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * SHA-256 of bytes, or of the UTF-8 form of a text.
 *
 * @returns 32 bytes.
 */
export function sha256(data: string | Buffer): Buffer {
  return hash('sha256', data, 'buffer');
}

/**
 * Compares two secrets of any lengths in a time that does not depend on where they differ.
 *
 * It compares digests because they have equal lengths, which the comparison needs.
 */
export function equalInConstantTime(a: string, b: string): boolean {
  return timingSafeEqual(sha256(a), sha256(b));
}

/**
 * An unguessable token.
 *
 * @param bytes the number of random bytes.
 * @returns base64url without padding.
 */
export function randomToken(bytes: number): string {
  return randomBytes(bytes).toString('base64url');
}

/**
 * HMAC-SHA256 of a text under a key, for look-ups and references that cannot be computed without the key.
 *
 * @returns base64url without padding, 43 characters, or 64 hexadecimal digits.
 */
export function keyedHash(key: KeyObject, data: string, encoding: 'base64url' | 'hex' = 'base64url'): string {
  return createHmac('sha256', key).update(data).digest(encoding);
}
