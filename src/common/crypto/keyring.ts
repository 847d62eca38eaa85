import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { sha256 } from './digest';

const MASTER_KEY_BYTES = 32;
const DERIVED_KEY_BYTES = 32;
const KEY_ID_PURPOSE = 'key-id';

/** A key for one purpose, with the id of its master key. */
export interface DerivedKey {
  /** 8 hexadecimal digits; the same for every purpose of one master key, and not secret. */
  keyId: string;
  key: KeyObject;
}

function deriveKey(masterKey: KeyObject, purpose: string): KeyObject {
  // The master keys are uniformly random, so HKDF needs no salt (RFC 5869, section 3.1).
  return createSecretKey(Buffer.from(hkdfSync('sha256', masterKey, '', purpose, DERIVED_KEY_BYTES)));
}

function importMasterKey(bytes: Buffer): DerivedKey {
  if (bytes.length !== MASTER_KEY_BYTES) {
    throw new RangeError(`A master key must be ${MASTER_KEY_BYTES} bytes, but one has ${bytes.length}.`);
  }
  const key = createSecretKey(bytes);
  return { key, keyId: sha256(deriveKey(key, KEY_ID_PURPOSE).export()).toString('hex').slice(0, 8) };
}

/**
 * Derives a key for each purpose from the installation's master keys by HKDF-SHA256, with the purpose as info.
 *
 * The first master key is the current one; the others open values that were sealed under them until those are sealed
 * again. Derived keys are cached for the life of the process, because importing a key costs more than using it; a
 * purpose must therefore be a constant of the program, never a caller's text.
 */
export class Keyring {
  private readonly masterKeys: DerivedKey[];
  private readonly derivedKeys = new Map<string, [DerivedKey, ...DerivedKey[]]>();

  /**
   * @param masterKeys 32 random bytes each, the current one first.
   * @throws RangeError when there is none, when one is not 32 bytes, or when two have the same id (are the same key).
   */
  constructor(masterKeys: Buffer[]) {
    this.masterKeys = masterKeys.map(importMasterKey);
    const ids = new Set(this.masterKeys.map((masterKey) => masterKey.keyId));
    if (ids.size === 0) throw new RangeError('There must be at least one master key.');
    if (ids.size !== masterKeys.length) throw new RangeError('Two master keys are the same.');
  }

  /**
   * The current key of a purpose; the same object every time.
   *
   * @throws RangeError for an empty or a reserved purpose.
   */
  derive(purpose: string): KeyObject {
    return this.keysFor(purpose)[0].key;
  }

  /**
   * The keys of a purpose under every master key, the current one first.
   *
   * @throws RangeError for an empty or a reserved purpose.
   */
  deriveAll(purpose: string): DerivedKey[] {
    return [...this.keysFor(purpose)];
  }

  /** True while previous master keys are configured, as during a rotation. */
  get isRotating(): boolean {
    return this.masterKeys.length > 1;
  }

  private keysFor(purpose: string): [DerivedKey, ...DerivedKey[]] {
    const known = this.derivedKeys.get(purpose);
    if (known !== undefined) return known;
    if (purpose === '' || purpose === KEY_ID_PURPOSE) throw new RangeError('The purpose is empty or reserved.');
    const keys = this.masterKeys.map(({ keyId, key }) => ({ keyId, key: deriveKey(key, purpose) }));
    // The constructor ensures that there is at least one master key.
    const derived = keys as [DerivedKey, ...DerivedKey[]];
    this.derivedKeys.set(purpose, derived);
    return derived;
  }
}
