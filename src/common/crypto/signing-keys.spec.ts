import { generateKeyPairSync } from 'node:crypto';
import { SigningKeys } from './signing-keys';

const pair = (): { privatePem: string; publicPem: string } => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    privatePem: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    publicPem: publicKey.export({ type: 'spki', format: 'pem' }) as string,
  };
};

describe('SigningKeys', () => {
  const [current, earlier] = [pair(), pair()];

  it('verifies what it signed, and nothing that was altered', () => {
    const keys = new SigningKeys(current.privatePem);
    const signature = keys.sign('a text');
    expect(keys.verifies('a text', signature)).toBe(true);
    expect(keys.verifies('another text', signature)).toBe(false);
    expect(keys.verifies('a text', { ...signature, signature: Buffer.alloc(64) })).toBe(false);
  });

  it('verifies signatures of earlier keys, given as private or as public key, and signs with the first', () => {
    const old = new SigningKeys(earlier.privatePem).sign('a text');
    for (const given of [earlier.privatePem, earlier.publicPem]) {
      const keys = new SigningKeys(`${current.privatePem}\n${given}`);
      expect(keys.verifies('a text', old)).toBe(true);
      expect(keys.sign('a text').keyId).toBe(new SigningKeys(current.privatePem).sign('x').keyId);
      expect(keys.publicKeys().map(({ publicKey }) => publicKey)).toStrictEqual([current.publicPem, earlier.publicPem]);
    }
  });

  it('does not verify a signature of a key that it does not have', () => {
    const foreign = new SigningKeys(earlier.privatePem).sign('a text');
    expect(new SigningKeys(current.privatePem).verifies('a text', foreign)).toBe(false);
  });

  it.each([
    ['no key', 'nothing'],
    ['a public key alone', earlier.publicPem],
    [
      'a key of another kind',
      generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    ],
  ])('refuses %s', (_, pem) => {
    expect(() => new SigningKeys(pem)).toThrow(RangeError);
  });
});
