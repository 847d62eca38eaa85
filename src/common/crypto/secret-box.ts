import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { DerivedKey, Keyring } from './keyring';

const ALGORITHM = 'aes-256-gcm';
const VERSION = 'v1';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A sealed value could not be opened. The message gives the reason and never the value. */
export class SealedValueError extends Error {
  override readonly name = 'SealedValueError';
}

/** Decodes base64url and refuses every text that encoding would not produce. */
function decode(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64url');
  // The decoder skips unknown characters and stray bits, so several texts would decode to the same sealed value.
  if (bytes.toString('base64url') !== text) throw new SealedValueError('The sealed value is malformed.');
  return bytes;
}

/**
 * Encrypts small secrets for storage: AES-256-GCM with a random 96-bit nonce.
 *
 * A sealed value is the text `v1.<keyId>.<nonce>.<ciphertext and tag>`, the last two in base64url. It is bound to a
 * context, such as the institution and the name of the setting, and opens only in the same context: a value copied to
 * another row cannot be opened there.
 */
export class SecretBox {
  private readonly current: DerivedKey;
  private readonly keys: Map<string, DerivedKey>;

  /**
   * @param keyring seals with its current key and opens with any of its keys.
   * @param purpose separates boxes: a box cannot open the values of a box with another purpose.
   */
  constructor(keyring: Keyring, purpose: string) {
    const derived = keyring.deriveAll(purpose);
    const [current] = derived;
    if (current === undefined) throw new RangeError('The keyring has no key.');
    this.current = current;
    this.keys = new Map(derived.map((key) => [key.keyId, key]));
  }

  /**
   * Encrypts a text.
   *
   * @param context the owner of the value; it is not stored, and opening needs it.
   * @returns the sealed value, in ASCII, without characters that a URL or a header would escape.
   */
  seal(plain: string, context: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.current.key, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.from(context));
    const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return [VERSION, this.current.keyId, nonce.toString('base64url'), body.toString('base64url')].join('.');
  }

  /**
   * True when a value was sealed with the current master key. Other values must be sealed again before their key is
   * removed.
   */
  isCurrent(sealed: string): boolean {
    return sealed.startsWith(`${VERSION}.${this.current.keyId}.`);
  }

  /** True when `open` would decrypt the value. */
  opens(sealed: string, context: string): boolean {
    try {
      this.open(sealed, context);
      return true;
    } catch (error) {
      if (error instanceof SealedValueError) return false;
      throw error;
    }
  }

  /**
   * Decrypts a result of `seal`, also under a previous master key.
   *
   * @param context the same as when the value was sealed.
   * @throws SealedValueError when the value is malformed or altered, the context differs, or the key is not in the
   * keyring.
   */
  open(sealed: string, context: string): string {
    const [version, keyId, nonceText, bodyText, ...rest] = sealed.split('.');
    if (
      version !== VERSION ||
      keyId === undefined ||
      nonceText === undefined ||
      bodyText === undefined ||
      rest.length > 0
    ) {
      throw new SealedValueError('The sealed value is malformed.');
    }
    const key = this.keys.get(keyId);
    if (key === undefined) throw new SealedValueError('The sealed value was sealed with an unknown key.');
    const nonce = decode(nonceText);
    const body = decode(bodyText);
    if (nonce.length !== NONCE_BYTES || body.length < TAG_BYTES) {
      throw new SealedValueError('The sealed value is malformed.');
    }
    const decipher = createDecipheriv(ALGORITHM, key.key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(context));
    decipher.setAuthTag(body.subarray(-TAG_BYTES));
    try {
      return Buffer.concat([decipher.update(body.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8');
    } catch {
      // Node's own error only says that the tag does not match.
      throw new SealedValueError('The sealed value was altered or belongs to another context.');
    }
  }
}
