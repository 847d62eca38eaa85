import { Keyring } from './keyring';
import { SealedValueError, SecretBox } from './secret-box';

const oldKey = Buffer.alloc(32, 1);
const newKey = Buffer.alloc(32, 2);
const box = new SecretBox(new Keyring([oldKey]), 'configuration');
const CONTEXT = '7/GATEWAY_KEY';

/** Changes one character of one dot-separated part. */
function alter(sealed: string, part: number): string {
  return sealed
    .split('.')
    .map((text, index) => (index === part ? (text.startsWith('A') ? 'B' : 'A') + text.slice(1) : text))
    .join('.');
}

describe('SecretBox', () => {
  it.each(['', 'secret', '₦ and 😀', 'x'.repeat(10_000)])('opens what it sealed: %p', (plain) => {
    expect(box.open(box.seal(plain, CONTEXT), CONTEXT)).toBe(plain);
  });

  it('seals in the documented format, with a new nonce every time', () => {
    const keyId = new Keyring([oldKey]).deriveAll('anything')[0]?.keyId ?? '';
    const sealed = box.seal('secret', CONTEXT);
    expect(sealed).toMatch(new RegExp(`^v1\\.${keyId}\\.[\\w-]{16}\\.[\\w-]{30}$`));
    expect(sealed.split('.')[2]).not.toBe(box.seal('secret', CONTEXT).split('.')[2]);
  });

  it('opens values of a previous key after rotation, and seals with the current one', () => {
    const rotated = new SecretBox(new Keyring([newKey, oldKey]), 'configuration');
    expect(rotated.open(box.seal('secret', CONTEXT), CONTEXT)).toBe('secret');
    const resealed = rotated.seal('secret', CONTEXT);
    expect(new SecretBox(new Keyring([newKey]), 'configuration').open(resealed, CONTEXT)).toBe('secret');
    expect(() => box.open(resealed, CONTEXT)).toThrow(SealedValueError);
  });

  const sealed = box.seal('secret', CONTEXT);
  it.each([
    ['another version', sealed.replace('v1.', 'v2.')],
    ['another key id', alter(sealed, 1)],
    ['another nonce', alter(sealed, 2)],
    ['another ciphertext', alter(sealed, 3)],
    ['a cut tag', sealed.slice(0, -4)],
    ['no room for a tag', sealed.replace(/[^.]+$/, 'AAAA')],
    ['a short nonce', sealed.replace(/\.[\w-]{16}\./, '.AAAA.')],
    ['an empty nonce', sealed.replace(/\.[\w-]{16}\./, '..')],
    ['padding', `${sealed}=`],
    ['a stray character', `${sealed}!`],
    ['a further part', `${sealed}.AAAA`],
    ['a missing part', sealed.split('.').slice(0, 3).join('.')],
    ['a plain value', 'secret'],
    ['nothing', ''],
  ])('refuses %s', (_, value) => {
    expect(() => box.open(value, CONTEXT)).toThrow(SealedValueError);
  });

  it('refuses another context and a box of another purpose', () => {
    expect(() => box.open(sealed, '8/GATEWAY_KEY')).toThrow(SealedValueError);
    const other = new SecretBox(new Keyring([oldKey]), 'webhooks');
    expect(() => other.open(sealed, CONTEXT)).toThrow(SealedValueError);
  });
});
