/** 13 to 19 digits that begin like a card number: a time in milliseconds begins with 1, a session id is longer. */
const CARD_LIKE = /(?<![0-9A-Za-z])[2-6]\d{12,18}(?![0-9A-Za-z])/g;

/** The check digit of card numbers (Luhn). */
function hasCheckDigit(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const digit = Number(digits[digits.length - 1 - at]);
    const counted = at % 2 === 1 ? digit * 2 : digit;
    sum += counted > 9 ? counted - 9 : counted;
  }
  return sum % 10 === 0;
}

/** True when the digits look like a number of a JSON text, which must stay one. */
function isJsonNumber(text: string, start: number, end: number): boolean {
  return ':[,'.includes(text[start - 1] ?? ' ') && ',}]'.includes(text[end] ?? ' ');
}

/**
 * Masks card numbers in a text, all but the first six and the last four digits. Other code keeps card numbers out of
 * the log; this catches one in an unexpected place.
 */
export function maskCardNumbers(text: string): string {
  return text.replace(CARD_LIKE, (digits, start: number) => {
    if (!hasCheckDigit(digits)) return digits;
    const mask = isJsonNumber(text, start, start + digits.length) ? '0' : '*';
    return `${digits.slice(0, 6)}${mask.repeat(digits.length - 10)}${digits.slice(-4)}`;
  });
}
