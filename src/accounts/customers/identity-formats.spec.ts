import { isElevenDigits, isTaxNumber, normaliseRegistrationNumber } from './identity-formats';

describe('isElevenDigits (BVN, NIN)', () => {
  it.each([
    ['22123456789', true],
    ['00000000000', true],
    ['2212345678', false],
    ['221234567890', false],
    ['2212345678a', false],
    ['22123456789\n', false],
    ['٢٢١٢٣٤٥٦٧٨٩', false],
    ['', false],
  ])('accepts %p as a BVN or NIN: %p', (text, expected) => {
    expect(isElevenDigits(text)).toBe(expected);
  });
});

describe('isTaxNumber', () => {
  it.each([
    '12345678-0001',
    '123456780001',
    '1234567890',
    '12345678901',
    '1234567890123',
    'RC123456',
    'rc 12345678',
    'BN-1',
    '123456',
  ])('accepts the tax number %p', (text) => {
    expect(isTaxNumber(text)).toBe(true);
  });

  it.each(['', '12345678901234', '1234-56780001', 'RC', 'RC123456789', 'XX123456', '12345678-001'])(
    'refuses %p',
    (text) => {
      expect(isTaxNumber(text)).toBe(false);
    },
  );
});

describe('normaliseRegistrationNumber', () => {
  it.each([
    ['RC123456', 'RC123456'],
    ['rc 1234-567', 'RC1234567'],
    ['BN-2', 'BN2'],
    ['IT 12345678', 'IT12345678'],
    ['llp 77', 'LLP77'],
    ['LP5', 'LP5'],
    ['123456', '123456'],
    ['lscs/2019/1207', 'LSCS/2019/1207'],
  ])('stores %p as %p', (text, expected) => {
    expect(normaliseRegistrationNumber(text)).toBe(expected);
  });

  it.each(['', 'RC', '/12', 'RC#12', `RC${'1'.repeat(29)}`, 'RC_12', 'ÀB12'])('refuses %p', (text) => {
    expect(normaliseRegistrationNumber(text)).toBeUndefined();
  });
});
