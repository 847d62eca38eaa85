import { hash, type Options, verify } from '@node-rs/argon2';

/**
 * Argon2id with 19 MiB of memory, 2 passes and 1 lane: the first choice of the OWASP Password Storage Cheat Sheet.
 *
 * The library's enumeration is a `const enum` in a declaration file, which separately compiled modules cannot use; 2 is
 * its `Argon2id`.
 */
const ARGON2ID: Options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** One form of a text that keyboards and systems send in several (NIST SP 800-63B, section 5.1.1.2). */
function canonicalForm(password: string): string {
  return password.normalize('NFKC');
}

/**
 * Hashes a password off the main thread.
 *
 * @returns the PHC text `$argon2id$v=19$m=19456,t=2,p=1$<salt>$<hash>`, with a new random salt each time.
 */
export function hashPassword(password: string): Promise<string> {
  return hash(canonicalForm(password), ARGON2ID);
}

/**
 * Compares a password with a hash, off the main thread, with the parameters written in the hash.
 *
 * @returns false also for a text that is not an Argon2 hash, so that a damaged row refuses the sign-in instead of
 * failing.
 */
export async function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  const canonical = canonicalForm(password);
  try {
    if (await verify(passwordHash, canonical)) return true;
    // Passwords were hashed as they were sent before the canonical form was introduced.
    return canonical !== password && (await verify(passwordHash, password));
  } catch {
    return false;
  }
}
