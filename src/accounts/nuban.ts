const SERIAL_DIGITS = 9;
const WEIGHTS = [3, 7, 3] as const;

/**
 * The 6-digit institution code of the 2020 revision: `000` and the 3-digit code of a deposit money bank, or `9` and the
 * 5-digit code of another financial institution. A code of 6 digits is taken as it is.
 *
 * @returns `undefined` for a text that is not 3, 5 or 6 digits.
 */
function sixDigitCode(institutionCode: string): string | undefined {
  if (!/^(?:\d{3}|\d{5}|\d{6})$/.test(institutionCode)) return undefined;
  if (institutionCode.length === 3) return `000${institutionCode}`;
  if (institutionCode.length === 5) return `9${institutionCode}`;
  return institutionCode;
}

/**
 * The check digit of a Nigeria Uniform Bank Account Number (CBN's NUBAN standard as revised in 2020,
 * `docs/domain/nigeria.md#nuban`).
 *
 * The 6 digits of the institution code and the 9 of the serial number are weighted 3, 7, 3 over and over; the check
 * digit brings the sum to a multiple of 10. For banks this gives the same digit as the original standard, since the
 * three leading zeros add nothing and the weights repeat after three.
 *
 * @param institutionCode 3 digits (deposit money bank), 5 (other financial institution) or the 6-digit form of either.
 *   These are the CBN's codes; the 6-digit institution codes of NIP are another list.
 * @param serial the first 9 digits of the account number.
 * @returns 0 to 9.
 * @throws RangeError when a code or serial does not have these forms.
 */
export function nubanCheckDigit(institutionCode: string, serial: string): number {
  const code = sixDigitCode(institutionCode);
  if (code === undefined) throw new RangeError('An institution code must be 3, 5 or 6 digits.');
  if (!/^\d{9}$/.test(serial)) throw new RangeError(`A serial number must be ${SERIAL_DIGITS} digits.`);
  let sum = 0;
  Array.from(code + serial).forEach((digit, index) => {
    sum += Number(digit) * (WEIGHTS[index % WEIGHTS.length] ?? 0);
  });
  return (10 - (sum % 10)) % 10;
}

/**
 * The account number of an institution's nth account.
 *
 * @param institutionCode as for `nubanCheckDigit`.
 * @param serial a whole number from 0 to 999,999,999.
 * @returns 10 digits: the serial number and the check digit.
 * @throws RangeError when the institution code or the serial number is outside these forms.
 */
export function buildNuban(institutionCode: string, serial: number): string {
  // A value that is not a whole number in range does not give 9 digits, so nubanCheckDigit throws.
  const digits = serial.toString().padStart(SERIAL_DIGITS, '0');
  return `${digits}${nubanCheckDigit(institutionCode, digits)}`;
}

/**
 * True for a possible account number of an institution: 10 digits, the last of which is the check digit.
 *
 * @returns false also when the institution code has none of the forms of `nubanCheckDigit`.
 */
export function isValidNuban(institutionCode: string, accountNumber: string): boolean {
  if (sixDigitCode(institutionCode) === undefined || !/^\d{10}$/.test(accountNumber)) return false;
  const serial = accountNumber.slice(0, SERIAL_DIGITS);
  return accountNumber === `${serial}${nubanCheckDigit(institutionCode, serial)}`;
}
