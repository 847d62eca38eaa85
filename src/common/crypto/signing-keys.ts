import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { sha256 } from './digest';

const PEM_BLOCK = /-----BEGIN (PRIVATE|PUBLIC) KEY-----[\s\S]+?-----END \1 KEY-----/g;
const KEY_ID_DIGITS = 16;

/** A signature, with the id of its key. */
export interface Signature {
  keyId: string;
  /** 64 bytes. */
  signature: Buffer;
}

/** A public key for those who check signatures with other tools. */
export interface PublicKeyText {
  keyId: string;
  /** SPKI in PEM. */
  publicKey: string;
}

/** Ed25519 keys: the first signs, and all of them verify, so that signatures outlive a change of keys. */
export class SigningKeys {
  private readonly signer: KeyObject;
  private readonly signerId: string;
  private readonly verifiers = new Map<string, KeyObject>();

  /**
   * @param pem PEM blocks one after the other: first the private key that signs (PKCS#8), then earlier keys, private or
   * public.
   * @throws RangeError when the text has no such keys
   */
  constructor(pem: string) {
    const blocks = [...pem.matchAll(PEM_BLOCK)].map(([block, kind]) => ({ block, isPrivate: kind === 'PRIVATE' }));
    const [first] = blocks;
    if (!first?.isPrivate) throw new RangeError('The first key must be a private key in PEM (PKCS#8).');
    for (const { block } of blocks) {
      const key = createPublicKey(block);
      if (key.asymmetricKeyType !== 'ed25519') throw new RangeError('Every key must be an Ed25519 key.');
      this.verifiers.set(keyIdOf(key), key);
    }
    this.signer = createPrivateKey(first.block);
    this.signerId = keyIdOf(createPublicKey(first.block));
  }

  /** The id of the key that signs. */
  get currentKeyId(): string {
    return this.signerId;
  }

  /** Signs a text with the current key. */
  sign(text: string): Signature {
    return { keyId: this.signerId, signature: sign(null, Buffer.from(text), this.signer) };
  }

  /** True when the named key is one of ours and made this signature. */
  verifies(text: string, { keyId, signature }: Signature): boolean {
    const key = this.verifiers.get(keyId);
    return key !== undefined && verify(null, Buffer.from(text), key, signature);
  }

  /** The public keys, the current one first. */
  publicKeys(): PublicKeyText[] {
    return [...this.verifiers].map(([keyId, key]) => ({
      keyId,
      publicKey: key.export({ type: 'spki', format: 'pem' }) as string,
    }));
  }
}

/** The first 16 hexadecimal digits of the SHA-256 of the public key (SPKI, DER). */
function keyIdOf(publicKey: KeyObject): string {
  return sha256(publicKey.export({ type: 'spki', format: 'der' }))
    .toString('hex')
    .slice(0, KEY_ID_DIGITS);
}
