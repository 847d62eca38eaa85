import { createSecretKey } from 'node:crypto';
import { equalInConstantTime, keyedHash, randomToken, sha256 } from './digest';

describe('sha256', () => {
  it('agrees with the published vector (FIPS 180-4, "abc") for text and bytes', () => {
    const digest = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
    expect(sha256('abc').toString('hex')).toBe(digest);
    expect(sha256(Buffer.from('abc')).toString('hex')).toBe(digest);
  });
});

describe('equalInConstantTime', () => {
  it.each([
    ['', '', true],
    ['secret', 'secret', true],
    ['₦', '₦', true],
    ['secret', 'secres', false],
    ['secret', 'secre', false],
    ['secret', '', false],
    ['secret', 'Secret', false],
  ])('%p and %p: %p', (a, b, equal) => {
    expect(equalInConstantTime(a, b)).toBe(equal);
  });
});

describe('randomToken', () => {
  it('has the requested number of bytes, in base64url, and never repeats', () => {
    const tokens = Array.from({ length: 100 }, () => randomToken(32));
    expect(new Set(tokens).size).toBe(100);
    for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(Buffer.from(randomToken(16), 'base64url')).toHaveLength(16);
  });
});

describe('keyedHash', () => {
  it('agrees with the published vector (RFC 4231, test case 2)', () => {
    const key = createSecretKey(Buffer.from('Jefe'));
    const expected = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843';
    expect(keyedHash(key, 'what do ya want for nothing?')).toBe(Buffer.from(expected, 'hex').toString('base64url'));
  });
});
