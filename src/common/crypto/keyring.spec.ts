import { createHmac, type KeyObject, randomBytes } from 'node:crypto';
import { Keyring } from './keyring';

const current = Buffer.alloc(32, 1);
const previous = Buffer.alloc(32, 2);

function hex(key: KeyObject): string {
  return key.export().toString('hex');
}

/** HKDF-SHA256 written out from RFC 5869 for an empty salt and one block of output. */
function hkdf(masterKey: Buffer, info: string): string {
  const extracted = createHmac('sha256', Buffer.alloc(32)).update(masterKey).digest();
  return createHmac('sha256', extracted)
    .update(info)
    .update(Buffer.from([1]))
    .digest('hex');
}

describe('Keyring', () => {
  it('derives by HKDF-SHA256 from the current master key, with the purpose as info', () => {
    expect(hex(new Keyring([current, previous]).derive('tokens'))).toBe(hkdf(current, 'tokens'));
  });

  it('gives each purpose and each master key a key of its own', () => {
    const keyring = new Keyring([current, previous]);
    const keys = ['tokens', 'secrets'].flatMap((purpose) => keyring.deriveAll(purpose).map(({ key }) => hex(key)));
    expect(new Set(keys).size).toBe(4);
  });

  it('lists the current key first and gives keys of one master key the same id', () => {
    const keyring = new Keyring([current, previous]);
    const [first, second] = keyring.deriveAll('tokens');
    expect(first?.key).toBe(keyring.derive('tokens'));
    expect(first?.keyId).toMatch(/^[0-9a-f]{8}$/);
    expect(second?.keyId).not.toBe(first?.keyId);
    expect(keyring.deriveAll('secrets').map(({ keyId }) => keyId)).toEqual([first?.keyId, second?.keyId]);
    expect(new Keyring([previous]).deriveAll('tokens')[0]?.keyId).toBe(second?.keyId);
  });

  it('returns the same key object every time, in a list that the caller may change', () => {
    const keyring = new Keyring([current]);
    const key = keyring.derive('tokens');
    keyring.deriveAll('tokens').pop();
    expect(keyring.derive('tokens')).toBe(key);
    expect(keyring.deriveAll('tokens')[0]?.key).toBe(key);
  });

  it('keeps its own copy of the master key', () => {
    const bytes = Buffer.from(current);
    const keyring = new Keyring([bytes]);
    bytes.fill(0);
    expect(hex(keyring.derive('tokens'))).toBe(hkdf(current, 'tokens'));
  });

  it.each([
    ['no master key', []],
    ['a short master key', [randomBytes(31)]],
    ['a long previous key', [current, randomBytes(33)]],
    ['the same key twice', [current, Buffer.from(current)]],
  ])('refuses %s', (_, masterKeys) => {
    expect(() => new Keyring(masterKeys)).toThrow(RangeError);
  });

  it.each(['', 'key-id'])('refuses the purpose %p', (purpose) => {
    expect(() => new Keyring([current]).derive(purpose)).toThrow(RangeError);
  });
});
