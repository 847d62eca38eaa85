import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildNuban, isValidNuban, nubanCheckDigit } from './nuban';

interface Vector {
  bankCode: string;
  /** The 6-digit form of `bankCode`, where the vector states it. */
  nubanInstitutionCode?: string;
  accountNumber: string;
  /** The source's claim about the number; null where the number is our own calculation. */
  claimedValid: boolean | null;
  computedValid: boolean;
  checkDigit: number;
  source: string;
}

const file = join(__dirname, '../../test/data/nuban_test_vectors.json');
const vectors = JSON.parse(readFileSync(file, 'utf8')) as Vector[];

describe('NUBAN', () => {
  it('has test vectors for banks and for other financial institutions', () => {
    expect(new Set(vectors.map(({ bankCode }) => bankCode.length))).toEqual(new Set([3, 5, 6]));
  });

  describe.each(vectors)('$bankCode $accountNumber ($source)', (vector) => {
    const sixDigits =
      vector.nubanInstitutionCode ?? vector.bankCode.padStart(6, vector.bankCode.length === 5 ? '9' : '0');
    it.each([vector.bankCode, sixDigits])('agrees with the source under institution code %s', (code) => {
      const serial = vector.accountNumber.slice(0, 9);
      expect(nubanCheckDigit(code, serial)).toBe(vector.checkDigit);
      expect(isValidNuban(code, vector.accountNumber)).toBe(vector.claimedValid ?? vector.computedValid);
      expect(buildNuban(code, Number(serial))).toBe(`${serial}${vector.checkDigit}`);
    });
  });

  it.each([
    ['011', '0000014570', false],
    ['50547', '0000000012', false],
    ['011', '000001457', false],
    ['011', '00000145790', false],
    ['011', '000001457X', false],
    ['011', '00000145X9', false],
    ['011', '0000014579\n', false],
    ['11', '0000014579', false],
    ['0011', '0000014579', false],
    ['0000011', '0000014579', false],
    ['O11', '0000014579', false],
    ['', '0000014579', false],
  ])('isValidNuban(%p, %p) is %p', (code, accountNumber, valid) => {
    expect(isValidNuban(code, accountNumber)).toBe(valid);
  });

  it.each([-1, 1.5, 1_000_000_000, 1e21, Number.NaN])('refuses the serial number %p', (serial) => {
    expect(() => buildNuban('011', serial)).toThrow(RangeError);
  });

  it('numbers the last account of a series', () => {
    expect(buildNuban('011', 999_999_999)).toMatch(/^999999999\d$/);
  });

  it.each([
    ['11', '000001457'],
    ['0011', '000001457'],
    ['0000011', '000001457'],
    ['011', '00001457'],
    ['011', '0000014579'],
    ['011', '00000145x'],
  ])('refuses a check digit for institution code %p and serial %p', (code, serial) => {
    expect(() => nubanCheckDigit(code, serial)).toThrow(RangeError);
  });
});
