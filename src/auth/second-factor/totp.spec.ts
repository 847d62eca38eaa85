import { Secret } from 'otpauth';
import { acceptedStep, newTotpSecret, totpUri } from './totp';

/** The secret of the test vectors of RFC 6238, appendix B; the codes are the last six of their eight digits. */
const RFC_SECRET = Secret.fromUTF8('12345678901234567890').base32;
const at = (seconds: number): Date => new Date(seconds * 1000);

describe('acceptedStep', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ])('takes the code of RFC 6238 at %i seconds', (seconds, code) => {
    expect(acceptedStep(RFC_SECRET, code, 0, at(seconds))).toBe(Math.floor(seconds / 30));
  });

  it.each([0, 30, 59, 89])('takes the code of the seconds 30 to 59 at %i seconds', (seconds) => {
    expect(acceptedStep(RFC_SECRET, '287082', 0, at(seconds))).toBe(1);
  });

  it.each([90, 119, 3_600])('takes no code of the seconds 30 to 59 at %i seconds', (seconds) => {
    expect(acceptedStep(RFC_SECRET, '287082', 0, at(seconds))).toBeUndefined();
  });

  it('takes no code of the last accepted step or of an earlier one', () => {
    expect(acceptedStep(RFC_SECRET, '287082', 0, at(59))).toBe(1);
    expect(acceptedStep(RFC_SECRET, '287082', 1, at(59))).toBeUndefined();
    expect(acceptedStep(RFC_SECRET, '287082', 2, at(59))).toBeUndefined();
  });

  it.each(['', '28708', '2870822', '287083', 'abcdef', '287 082', '２８７０８２'])('takes no code %j', (code) => {
    expect(acceptedStep(RFC_SECRET, code, 0, at(59))).toBeUndefined();
  });
});

describe('newTotpSecret', () => {
  it('has 160 random bits in base 32', () => {
    expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
    expect(newTotpSecret()).not.toBe(newTotpSecret());
  });
});

describe('totpUri', () => {
  it('names the institution, the member and the parameters', () => {
    const uri = new URL(totpUri(RFC_SECRET, { issuer: 'Marina Bank', label: 'a@bank.example' }));
    expect(decodeURIComponent(uri.pathname)).toContain('Marina Bank:a@bank.example');
    expect(Object.fromEntries(uri.searchParams)).toStrictEqual({
      issuer: 'Marina Bank',
      secret: RFC_SECRET,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});
