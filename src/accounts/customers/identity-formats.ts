/** A Bank Verification Number or National Identification Number: 11 digits. No check digit is published for either. */
export function isElevenDigits(text: string): boolean {
  return /^\d{11}$/.test(text);
}

/**
 * A tax identification number in any form in use: 13 digits (2025 Act), 10 digits (Joint Tax Board), `12345678-0001`
 * (federal), or the NIN or company registration number that stands for one since 2026.
 */
export function isTaxNumber(text: string): boolean {
  return /^(?:\d{10}|\d{11}|\d{13}|\d{8}-?\d{4}|(?:RC|BN|IT)?[ -]?\d{1,8})$/i.test(text);
}

/**
 * A registration number as it is stored and searched: capitals, without spaces and dashes. Numbers of the Corporate
 * Affairs Commission are digits after `RC`, `BN`, `IT`, `LP` or `LLP`; states number cooperatives and groups in many
 * forms, such as `LSCS/2019/1207` (`docs/domain/nigeria.md#identities`).
 *
 * @returns for example `RC123456`; undefined for a text that cannot be a registration number, such as one without a
 *   digit.
 */
export function normaliseRegistrationNumber(text: string): string | undefined {
  const compact = text.replace(/[ -]/g, '').toUpperCase();
  return /^(?=.*\d)[A-Z0-9][A-Z0-9/.]{0,29}$/.test(compact) ? compact : undefined;
}
